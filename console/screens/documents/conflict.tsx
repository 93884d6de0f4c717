import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Dialog, Icon, Named, toast, useDialog, When } from '../../kit/index.js';
import { Content } from './content.js';
import type { Document } from './writing.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

interface ConflictProps {
  theirs: Document;
  mine: Pick<Document, 'title' | 'content' | 'content_type'>;
  /** Saves mine over theirs, which has been shown. */
  replace: () => void;
  /** Drops mine. */
  load: () => void;
}

/** Somebody else saved the document while it was being written. */
export function Conflict({ theirs, mine, replace, load }: ConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const [open, dialog] = useDialog((close) => (
    <Dialog onClose={close} title={theirs.title} size="xl">
      <div className="stack">
        <Content text={theirs.content} type={theirs.content_type} />
        <Group justify="flex-end">
          <Button
            color="red"
            onClick={() => {
              close();
              replace();
            }}
          >
            {t('Replace theirs with mine')}
          </Button>
        </Group>
      </div>
    </Dialog>
  ));
  const copy = async () => {
    const plain = new Blob([mine.content], { type: 'text/plain' });
    const formatted = mine.content_type === 'html' && { 'text/html': new Blob([mine.content], { type: 'text/html' }) };
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain, ...formatted })]);
    toast(t('Your text is copied.'));
  };
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      role="alert"
      color="yellow"
      variant="light"
      className="note"
      icon={<Icon name="alert" />}
      title={t('Somebody else has changed this document')}
    >
      {rich('{updated_by} saved it {updated}. Yours is not saved yet. Copy your text before you load theirs.', {
        updated_by: theirs.updated_by ? <Named of={theirs.updated_by} /> : t('A program'),
        updated: <When at={theirs.updated_at} />,
      })}
      <Group mt="xs" gap="xs">
        <Button size="compact-sm" onClick={() => void copy()}>
          {t('Copy my text')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={open}>
          {t('Show theirs')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={load}>
          {t('Load theirs')}
        </Button>
      </Group>
      {dialog}
    </Alert>
  );
}

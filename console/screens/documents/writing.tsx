import { Alert, Button, Group, NativeSelect, SegmentedControl, TagsInput, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import {
  Dialog,
  Icon,
  ifMatch,
  Loading,
  More,
  noteRefusal,
  Problem,
  read,
  refresh,
  type Shown,
  suite,
  SuiteError,
  toast,
} from '../../kit/index.js';
import { Conflict } from './conflict.js';
import styles from './editor.module.css';
import { lostParts } from './lost.js';
import { PlainText } from './plain-text.js';
import { VISIBILITIES } from './visibilities.js';
import { t } from '../../kit/language.js';

const RichText = lazy(() => import('./rich-text.js'));

export type Document = Shown<'OfficeDocument'>;

export const PATH = '/v1/office/documents/{id}';

/** Where a text is written. `onChange` gets a function that reads it, because that takes a while for a long one. */
export interface BodyProps {
  initial: string;
  label: string;
  onChange: (read: () => string) => void;
}

/** Characters above which rich text becomes slow to type in. */
const MAX_RICH_CHARACTERS = 300_000;

interface WritingProps {
  /** The document to change. Without it a new one is made. */
  of?: Document;
  /** Called when it is saved. */
  done: (id: string) => void;
  cancel: () => void;
}

type Values = Pick<Document, 'title' | 'content' | 'content_type'>;

type Visibility = Document['permissions']['visibility'];

const NEW: Values = { title: '', content: '', content_type: 'html' };

/**
 * The title and text of a document, being written. Saving never replaces a change that the writer has not seen: a change of
 * anything but title and text is kept, and one of these is shown.
 */
export function Writing({ of: document, done, cancel }: WritingProps) {
  const record = document && ({ path: PATH, names: { id: document.id } } as const);
  // As it was when the writing began, whatever the page loads meanwhile.
  const [base, setBase] = useState<Values & { header: ReturnType<typeof ifMatch> }>(() => ({
    ...(document ?? NEW),
    header: ifMatch(record),
  }));
  const [title, setTitle] = useState(base.title);
  const [type, setType] = useState(base.content_type);
  const [lost] = useState(() => (type === 'html' ? lostParts(base.content) : []));
  const isLong = base.content.length > MAX_RICH_CHARACTERS;
  const [isRich, setRich] = useState(lost.length === 0 && !isLong);
  const text = useRef(() => base.content);
  const [isDirty, setDirty] = useState(false);
  const isSaved = useRef(false);
  // Of a new document alone: later they are changed on its page.
  const [tags, setTags] = useState<string[]>([]);
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [theirs, setTheirs] = useState<Document | null>(null);
  const [asks, setAsks] = useState(false);
  const titleInput = useRef<HTMLInputElement>(null);

  const send = async (values: Values, header = base.header): Promise<string | null> => {
    if (!record) {
      const body = { ...values, tags, permissions: { visibility } };
      return (await suite.post('/v1/office/documents', { body })).id;
    }
    const path = { id: record.names.id };
    try {
      await suite.patch(PATH, { params: { path, header }, body: values });
    } catch (error) {
      if (!(error instanceof SuiteError) || error.status !== 412) throw error;
      const now: Document = await read(PATH, { params: { path, query: { include_deleted: true } } });
      if (!isSameText(now, base)) {
        setTheirs(now);
        return null;
      }
      return send(values, ifMatch(record));
    }
    return path.id;
  };
  const save = useMutation({
    mutationFn: (header?: ReturnType<typeof ifMatch>) =>
      send({ title: title.trim(), content: text.current(), content_type: type }, header),
    onError: noteRefusal,
    onSuccess: async (id) => {
      if (id === null) return;
      isSaved.current = true;
      await refresh();
      toast(document ? t('The document is saved.') : t('Document created.'));
      done(id);
    },
  });
  const submit = () => !save.isPending && save.mutate(undefined);
  useHotkeys([['mod+S', submit]], [], true);
  const isUnsaved = () => isDirty && !isSaved.current;
  const blocker = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true });

  const details = save.error instanceof SuiteError ? save.error.details : [];
  const wrongTitle = details.find(({ field }) => field === 'title')?.message;
  useEffect(() => {
    if (wrongTitle) titleInput.current?.focus();
  }, [wrongTitle]);

  const change = (now: () => string) => {
    text.current = now;
    setDirty(true);
  };
  const initial = useMemo(() => text.current(), [isRich, type]);
  const body = { initial, label: t('Text'), onChange: change };
  return (
    <div
      className="stack"
      onKeyDownCapture={(event) => {
        const isHere = event.currentTarget.contains(event.target as Node);
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isHere) return;
        // Not a line break in the text.
        event.preventDefault();
        event.stopPropagation();
        submit();
      }}
    >
      <TextInput
        ref={titleInput}
        label={t('Title')}
        size="md"
        value={title}
        error={wrongTitle}
        data-autofocus
        autoFocus={!document}
        onChange={({ currentTarget }) => {
          setTitle(currentTarget.value);
          setDirty(true);
        }}
      />
      {!document && (
        <SegmentedControl
          aria-label={t('Kind of text')}
          value={type}
          onChange={(to) => setType(to as typeof type)}
          data={[
            { value: 'html', label: t('Rich text') },
            { value: 'markdown', label: 'Markdown' },
            { value: 'text', label: t('Plain text') },
          ]}
        />
      )}
      {document && type === 'html' && (
        <SegmentedControl
          aria-label={t('Write as')}
          value={isRich ? 'rich' : 'html'}
          onChange={(to) => setRich(to === 'rich')}
          data={[
            { value: 'rich', label: t('Rich text') },
            { value: 'html', label: 'HTML' },
          ]}
        />
      )}
      {type === 'html' && lost.length > 0 && (
        <Alert color="yellow" variant="light" className="note" icon={<Icon name="alert" />}>
          {t('Rich text drops these parts of the document: {lost}. As HTML they stay.', { lost: lost.join(', ') })}
        </Alert>
      )}
      {type === 'html' && isRich ? (
        <Suspense fallback={<Loading />}>
          <RichText {...body} />
        </Suspense>
      ) : (
        <PlainText key={type} {...body} type={type} />
      )}
      {!document && (
        <More>
          <NativeSelect
            label={t('Who may read it')}
            value={visibility}
            onChange={({ currentTarget }) => setVisibility(currentTarget.value as Visibility)}
            data={VISIBILITIES.map(([value, label]) => ({ value, label }))}
          />
          <TagsInput
            label={t('Tags')}
            placeholder={t('Type one and press Enter')}
            acceptValueOnBlur
            value={tags}
            onChange={setTags}
          />
        </More>
      )}
      {theirs && (
        <Conflict
          theirs={theirs}
          mine={{ title, content: text.current(), content_type: type }}
          replace={() => {
            setBase({ ...theirs, header: ifMatch(record) });
            setTheirs(null);
            save.mutate(ifMatch(record));
          }}
          load={async () => {
            isSaved.current = true;
            await refresh();
            cancel();
          }}
        />
      )}
      {save.error && !wrongTitle && (
        <Problem error={save.error}>
          {details.length > 0 && (
            <ul>
              {details.map(({ field, message }) => (
                <li key={field}>{message}</li>
              ))}
            </ul>
          )}
        </Problem>
      )}
      <div className={styles.foot}>
        <span className="soft" role="status">
          {isDirty ? t('Not saved yet') : ''}
        </span>
        <Button variant="default" onClick={() => (isUnsaved() ? setAsks(true) : cancel())}>
          {t('Cancel')}
        </Button>
        <Button loading={save.isPending} onClick={submit} title={t('Ctrl S')}>
          {document ? t('Save') : t('Create document')}
        </Button>
      </div>
      {(asks || blocker.status === 'blocked') && (
        <Discard
          stay={() => {
            setAsks(false);
            blocker.reset?.();
          }}
          leave={() => {
            isSaved.current = true;
            if (blocker.proceed) blocker.proceed();
            else cancel();
          }}
        />
      )}
    </div>
  );
}

const isSameText = (one: Values, other: Values) =>
  one.title === other.title && one.content === other.content && one.content_type === other.content_type;

const Discard = ({ stay, leave }: { stay: () => void; leave: () => void }) => (
  <Dialog onClose={stay} title={t('Leave without saving?')} size="sm">
    <div className="stack">
      <p>{t('What you wrote since the last save will be lost.')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={stay} data-autofocus>
          {t('Go on writing')}
        </Button>
        <Button color="red" onClick={leave}>
          {t('Leave')}
        </Button>
      </Group>
    </div>
  </Dialog>
);

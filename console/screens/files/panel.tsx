import { ActionIcon, Button, Progress } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { Icon, type IconName, Long, Problem, Section, sized } from '../../kit/index.js';
import styles from './files.module.css';
import { type Upload, uploads } from './uploads.js';
import { t } from '../../kit/language.js';

/** The uploads of this window. */
export function UploadPanel() {
  const all = useSyncExternalStore(uploads.watch, uploads.all);
  if (all.length === 0) return null;
  return (
    <Section
      title={t('Uploads')}
      beside={
        all.some(({ state }) => state === 'done') && (
          <Button size="compact-sm" variant="default" onClick={uploads.clear}>
            {t('Clear finished')}
          </Button>
        )
      }
    >
      <ul className={styles.uploads}>
        {all.map((each) => (
          <li key={each.id}>
            <One of={each} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function One({ of: upload }: { of: Upload }) {
  const { id, file, sentBytes, state, error } = upload;
  const percent = file.size === 0 ? (state === 'done' ? 100 : 0) : Math.floor((100 * sentBytes) / file.size);
  return (
    <>
      <div className={styles.upload}>
        <span>
          <Long text={file.name} short />
        </span>
        <span className="soft">{wordsOf(upload)}</span>
        <span>
          {state === 'running' && <Tool label={t('Pause')} icon="pause" of={file} onClick={() => uploads.pause(id)} />}
          {state === 'paused' && <Tool label={t('Resume')} icon="play" of={file} onClick={() => uploads.resume(id)} />}
          {state === 'failed' && (
            <Tool label={t('Try again')} icon="refresh" of={file} onClick={() => uploads.resume(id)} />
          )}
          {state !== 'done' && (
            <Tool label={t('Cancel')} icon="close" of={file} onClick={() => uploads.cancel(upload)} />
          )}
        </span>
      </div>
      <Progress.Root size="sm">
        <Progress.Section value={percent} color={state === 'failed' ? 'red' : undefined} aria-label={file.name} />
      </Progress.Root>
      {state === 'failed' && <Problem error={error} />}
    </>
  );
}

function wordsOf({ state, sentBytes, file }: Upload): string {
  switch (state) {
    case 'waiting':
      return t('Waiting');
    case 'done':
      return t('{size}, done', { size: sized(file.size) });
    case 'failed':
      return t('Failed');
    default:
      return t('{sent} of {size}{what}', {
        sent: sized(sentBytes),
        size: sized(file.size),
        what: state === 'paused' ? t(', paused') : '',
      });
  }
}

interface ToolProps {
  label: string;
  icon: IconName;
  of: File;
  onClick: () => void;
}

const Tool = ({ label, icon, of, onClick }: ToolProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={`${label}: ${of.name}`} title={label} onClick={onClick}>
    <Icon name={icon} size={16} />
  </ActionIcon>
);

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import { Confirm, useDialog } from './action.js';
import { type Answer, type ReadPath, useRead } from './api.js';
import { Icon } from './icons.js';
import { t } from './language.js';

/** Milliseconds between two looks: while a worker writes the file, and later to renew its address. */
const EVERY_MS = 1500;
const RENEW_MS = 10 * 60_000;

/** Whether the work has not ended yet. */
export const isRunning = ({ status }: { status: string }): boolean =>
  ['pending', 'processing', 'running'].includes(status);

/** A record whose file a worker writes, as it is now. */
export function useFileJob<P extends ReadPath>(path: P, names: Record<string, string>): UseQueryResult<Answer<P>> {
  const one = useRead(path, { path: names, every: RENEW_MS });
  const job = one.data as { status: string } | undefined;
  // It asks the same, more often: both look at one answer.
  useRead(path, { path: names, every: EVERY_MS, when: job !== undefined && isRunning(job) });
  return one;
}

interface FileJobActionsProps {
  of: { status: string; download_url: string | null };
  /** `export`. */
  noun: string;
  /** Whether the reader may end it. */
  may: boolean;
  /** Cancels it, or removes its file. */
  end: () => Promise<unknown>;
  /** The place that is shown when the file is removed. */
  list: string;
}

/** The buttons of a record whose file a worker writes: cancel, remove the file, download. */
export function FileJobActions({ of, noun, may, end, list }: FileJobActionsProps) {
  const running = isRunning(of);
  const navigate = useNavigate();
  const [ask, asking] = useDialog((close) => (
    <Confirm
      title={running ? t('Cancel the {noun}?', { noun }) : t('Remove the file?')}
      button={running ? t('Cancel the {noun}', { noun }) : t('Remove')}
      work={end}
      done={running ? t('The {noun} is cancelled.', { noun }) : t('The file is removed.')}
      after={() => running || navigate({ to: list })}
      close={close}
    >
      {running
        ? t('It stops within seconds, and there will be no file.')
        : t('Nobody can download it any more. Copies that were downloaded stay.')}
    </Confirm>
  ));
  return (
    <>
      {may && (running || of.status === 'completed') && (
        <Button variant="default" onClick={ask}>
          {running ? t('Cancel') : t('Remove the file')}
        </Button>
      )}
      {of.download_url && (
        <Button component="a" href={of.download_url} download leftSection={<Icon name="download" size={16} />}>
          {t('Download')}
        </Button>
      )}
      {asking}
    </>
  );
}

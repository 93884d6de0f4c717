import { ActionIcon, Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { type IfMatch, ifMatch, noteRefusal, type RecordOf, refresh, undisturbed } from './api.js';
import { Dialog } from './dialog.js';
import { explain, Problem } from './errors.js';
import { Icon, type IconName } from './icons.js';
import { lazyPage } from './lazy.js';
import type { Tried } from './preview/try.js';
import { toast } from './toast.js';
import { t } from './language.js';

interface ActionOptions<T> {
  /**
   * The record that it changes. Hand `header` on, and the server refuses what was meant for another state of it than the one
   * that was shown.
   */
  of?: RecordOf;
  /** Said when it is done. */
  done?: string;
  /** Begins when the server has done it; what it promises is waited for. */
  after?: (answer: T) => unknown;
  /** Ends when what is shown is as it is now. */
  close?: () => void;
}

/**
 * Something to do with the press of a button: `run` it, and show its `error` with `Problem`. When it is done, everything that
 * is shown is asked for anew.
 */
export function useAction<T>(work: Work<T>, { of, done, after, close }: ActionOptions<T> = {}) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => undisturbed(() => work(ifMatch(of))),
    onError: noteRefusal,
    onSuccess: async (answer) => {
      // First, as it may lead away from a record that is no more.
      await after?.(answer);
      await refresh();
      if (done) toast(done);
      close?.();
    },
  });
  return { run: () => mutate(), running: isPending, error, reset };
}

type Work<T> = (header: IfMatch) => Promise<T>;

interface RowActionProps<T> extends Pick<ActionOptions<T>, 'done'> {
  /** `Redeliver`. */
  title: string;
  /** The same with what tells the row from others, for those who do not see it. */
  label: string;
  icon: IconName;
  work: () => Promise<T>;
}

/** Something to do with one row of a table. */
export function RowAction<T>({ title, label, icon, work, done }: RowActionProps<T>) {
  const action = useAction(work, { done });
  if (action.error) return <Problem error={action.error} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={title}
      loading={action.running}
      onClick={action.run}
    >
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}

interface ConfirmProps<T> extends ActionOptions<T> {
  /** `Revoke “Nightly import”?` */
  title: string;
  /** The consequences, in words. */
  children: ReactNode;
  /** The label of the button: the verb of the title. */
  button: string;
  /** It takes nothing away. */
  calm?: boolean;
  work: Work<T>;
  /** The request of `work`, whose outcome is shown before. */
  tries?: Tried;
  close(): void;
}

const WouldChange = lazyPage(() => import('./preview/would-change.js'));

/** Asks before something that cannot be undone, or that others notice. */
export function Confirm<T>({ title, children, button, calm, work, tries, close, of, done, after }: ConfirmProps<T>) {
  // As it was when they were asked, whatever the page behind shows meanwhile.
  const [header] = useState(() => ifMatch(of));
  const look = () => {
    close();
    void refresh();
  };
  const action = useAction(() => work(header), { done, after, close });
  return (
    <Dialog onClose={close} title={title} size={calm ? 'md' : 'sm'}>
      <div className="stack">
        <div>{children}</div>
        {tries && !action.error && (
          <Suspense>
            <WouldChange of={tries} />
          </Suspense>
        )}
        {action.error && <Problem error={action.error} look={look} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button color={calm ? undefined : 'red'} loading={action.running} onClick={action.run} data-autofocus>
            {button}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** Says that something is done, and offers to undo it for a moment. `undo` answers a text where that came out otherwise than hoped. */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  toast(text, async () => {
    try {
      const told = await undo();
      await refresh();
      toast(typeof told === 'string' ? told : t('Undone.'));
    } catch (error) {
      toast(t('This could not be undone. {reason}', { reason: explain(error).text }));
    }
  });
}

/** A dialog that a button opens: what it holds gets a function that closes it. */
export function useDialog(dialog: (close: () => void) => ReactNode): [open: () => void, shown: ReactNode] {
  const [open, setOpen] = useState(false);
  return [() => setOpen(true), open && dialog(() => setOpen(false))];
}

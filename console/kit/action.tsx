import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { noteRefusal, refresh } from './api.js';
import { Problem } from './errors.js';
import { toast } from './toast.js';

interface ActionOptions<T> {
  /** Said when it is done. */
  done?: string;
  after?: (answer: T) => unknown;
}

/**
 * Something to do with the press of a button: `run` it, and show its `error` with `Problem`. When it is done, everything that
 * is shown is asked for anew.
 */
export function useAction<T>(work: () => Promise<T>, { done, after }: ActionOptions<T> = {}) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: work,
    onError: noteRefusal,
    onSuccess: (answer) => {
      if (done) toast(done);
      after?.(answer);
      void refresh();
    },
  });
  return { run: () => mutate(), running: isPending, error, reset };
}

interface ConfirmProps<T> extends ActionOptions<T> {
  /** `Revoke “Nightly import”?` */
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** What the button says: the verb of the title. */
  button: string;
  work: () => Promise<T>;
  close(): void;
}

/** Asks before something that cannot be undone, or that others notice. */
export function Confirm<T>({ title, children, button, work, close, done, after }: ConfirmProps<T>) {
  const action = useAction(work, {
    done,
    after: (answer) => {
      close();
      after?.(answer);
    },
  });
  return (
    <Modal opened onClose={close} title={title} size="sm">
      <div className="stack">
        <div>{children}</div>
        {action.error && <Problem error={action.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button color="red" loading={action.running} onClick={action.run} data-autofocus>
            {button}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

/** A dialog that a button opens: what it holds gets a function that closes it. */
export function useDialog(dialog: (close: () => void) => ReactNode): [open: () => void, shown: ReactNode] {
  const [open, setOpen] = useState(false);
  return [() => setOpen(true), open && dialog(() => setOpen(false))];
}

import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.js';
import { Form } from './form.js';
import { t } from './language.js';

/** Seconds, as `grace_period_seconds` takes them. */
const OVERLAPS = [
  { value: '0', label: t('At once') },
  { value: '3600', label: t('In an hour') },
  { value: '86400', label: t('In a day') },
  { value: '604800', label: t('In a week') },
];

interface RotateProps<T> {
  title: string;
  /** The consequences, shown before the question when the old secret ends. */
  words: string;
  /** The label of the time at which the old one ends. */
  ends: string;
  rotate: (grace_period_seconds: number) => Promise<T>;
  close: () => void;
  /** Shows the new one, once. */
  children: (made: T) => ReactNode;
}

/** Makes a new secret beside the old one, which goes on working for a while. */
export function Rotate<T extends object>({ title, words, ends, rotate, close, children }: RotateProps<T>) {
  const [made, setMade] = useState<T | null>(null);
  if (made) return children(made);
  return (
    <Dialog onClose={close} title={title}>
      <Form
        initial={{ grace_period_seconds: '86400' }}
        submit={({ grace_period_seconds }) => rotate(Number(grace_period_seconds))}
        after={setMade}
        button={t('Rotate')}
        cancel={close}
      >
        {(field) => (
          <>
            <p>{words}</p>
            <NativeSelect label={ends} data={OVERLAPS} data-autofocus {...field('grace_period_seconds')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

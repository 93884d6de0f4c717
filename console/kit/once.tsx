import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copyable } from './copy.js';
import { Dialog } from './dialog.js';
import { Icon } from './icons.js';
import { t } from './language.js';

interface ShownOnceProps {
  title: string;
  /** The key or secret, and what it is called: `the key`. */
  value: string;
  label: string;
  /** Advice about where to keep it. */
  note?: string;
  close: () => void;
  /** Further information. */
  children?: ReactNode;
}

/** Shows what nobody will see again: only its button closes it. */
export const ShownOnce = ({
  title,
  value,
  label,
  note = t('It is shown only now. Put it where your program reads its secrets, then close this.'),
  close,
  children,
}: ShownOnceProps) => (
  <Dialog onClose={close} title={title} closeOnClickOutside={false} closeOnEscape={false}>
    <div className="stack">
      <div className="secret">
        <Copyable value={value} label={label} />
      </div>
      <Alert color="yellow" variant="light" icon={<Icon name="alert" />} className="note">
        {note}
      </Alert>
      {children}
      <Group justify="flex-end">
        <Button onClick={close}>{t('I have kept it')}</Button>
      </Group>
    </div>
  </Dialog>
);

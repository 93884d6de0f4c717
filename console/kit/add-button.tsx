import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.js';

interface AddButtonProps {
  onClick: () => void;
  /** Within a form, of which it is a small part. */
  subtle?: boolean;
  children: ReactNode;
}

/** Adds an item to the list that it belongs to. */
export const AddButton = ({ onClick, subtle = false, children }: AddButtonProps) => (
  <Button
    variant={subtle ? 'subtle' : 'default'}
    size="compact-sm"
    leftSection={<Icon name="plus" size={14} />}
    onClick={onClick}
  >
    {children}
  </Button>
);

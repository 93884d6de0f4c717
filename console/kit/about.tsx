import { ActionIcon, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.js';

/** The sentence that says what a list is for, behind a button: people who know it see more of the list. */
export const About = ({ of: title, children }: { of: string; children: ReactNode }) => (
  <Popover position="bottom-start" shadow="md" width={320} trapFocus>
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`About ${title}`} title="About">
        <Icon name="info" size={16} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label={`About ${title}`} tabIndex={-1}>
      {children}
    </Popover.Dropdown>
  </Popover>
);

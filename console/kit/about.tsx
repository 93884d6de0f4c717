import { ActionIcon, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from './icons.js';
import { t } from './language.js';

/** The sentence that says what a list is for, behind a button: people who know it see more of the list. */
export const About = ({ of: title, children }: { of: string; children: ReactNode }) => (
  <Popover position="bottom-start" shadow="md" width={320} trapFocus>
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('About {title}', { title })} title={t('About')}>
        <Icon name="info" size={16} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label={t('About {title}', { title })} tabIndex={-1}>
      {children}
    </Popover.Dropdown>
  </Popover>
);

import { ActionIcon } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Icon, type Scope, useMay } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/**
 * Leads from a list to an import of its records, for people who may change them. A picture, so that the buttons of a page stay on
 * one line when filters bring more of them.
 */
export function ImportButton({ of: kind, needs }: { of: string; needs: Scope }) {
  const may = useMay()(needs);
  const navigate = useNavigate();
  if (!may) return null;
  return (
    <ActionIcon
      variant="default"
      size={32}
      data-wide-only
      aria-label={t('Import…')}
      title={t('Import…')}
      onClick={() => void navigate({ to: '/imports/new', search: { kind } })}
    >
      <Icon name="upload" size={16} />
    </ActionIcon>
  );
}

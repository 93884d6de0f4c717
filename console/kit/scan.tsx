import type { Shown } from './api.js';
import { Tag } from './tag.js';
import { t } from './language.js';

type Status = Shown<'CareersAttachment'>['scan_status'];

/** Whether the server gives the file out. */
export const isGivenOut = (status: Status): boolean => status !== 'pending' && status !== 'infected';

/** Why a file cannot be downloaded. Nothing where it can. */
export function Scan({ of: status }: { of: Status }) {
  if (status === 'pending') return <Tag tone="info">{t('Waiting for its virus scan')}</Tag>;
  return status === 'infected' ? <Tag tone="bad">{t('Blocked: the scan found a virus')}</Tag> : null;
}

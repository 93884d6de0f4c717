import { type Shown, Status, Tag } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** How a receiver does, in two words. */
export function Health({ of }: { of: Shown<'Webhook'> }) {
  if (of.status === 'paused') return <Status is="paused" />;
  if (of.consecutive_failures > 0)
    return (
      <Tag tone="bad">
        {t('{consecutive_failures} failed', { consecutive_failures: of.consecutive_failures.toLocaleString() })}
      </Tag>
    );
  return of.last_success_at ? <Tag tone="good">{t('Works')}</Tag> : <Tag>{t('Nothing sent')}</Tag>;
}

/** An address as a name: without what all of them have. */
export const nameOf = ({ url }: { url: string }): string => {
  const name = url.replace(/^https?:\/\//, '');
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}…` : name;
};

/** Characters of an address that name it; all of it is among its facts. */
const MAX_CHARACTERS = 80;

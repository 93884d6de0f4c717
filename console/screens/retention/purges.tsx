import { Calm, Ready, useRead, When } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** As the audit log calls it. */
export const PURGED = 'guard.audit_log.purged';

/** The last ones; the rest is in the audit log. */
const MAX_PURGES = 6;

type Changes = Record<string, { from: unknown; to: unknown } | undefined>;

/** The parts of the audit log that were removed at the end of their retention. */
export const Purges = () => (
  <Ready of={useRead('/v1/guard/audit-logs', { query: { action: PURGED, limit: MAX_PURGES } })}>
    {({ data }) =>
      data.length ? (
        <ul className="rows">
          {data.map(({ id, changes, timestamp }) => {
            const { sequence, hash } = (changes ?? {}) as Changes;
            return (
              <li key={id}>
                <span>
                  {t('Entries {from} to {to}', {
                    from: Number(sequence?.from).toLocaleString(),
                    to: Number(sequence?.to).toLocaleString(),
                  })}
                </span>
                <code className="soft">{t('up to hash {to}…', { to: String(hash?.to ?? '').slice(0, 16) })}</code>
                <When at={timestamp} />
              </li>
            );
          })}
        </ul>
      ) : (
        <Calm>{t('Nothing so far: the whole audit log is there')}</Calm>
      )
    }
  </Ready>
);

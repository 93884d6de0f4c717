import {
  Calm,
  Go,
  Id,
  Ready,
  Section,
  type Shown,
  shownTotal,
  Status,
  summary,
  useRead,
  When,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

/** The rest is on the page of keys. */
const MAX_KEYS = 5;

/** The API keys that a user made: what is made with them belongs to the user. */
export function UserKeys({ of: { id } }: { of: Shown<'User'> }) {
  const keys = useRead('/v1/access/api-keys', { query: { created_by: id, limit: MAX_KEYS } });
  return (
    <Section
      title={t('API keys')}
      beside={
        keys.data?.meta.has_more && (
          <Go to="/api-keys" search={{ created_by: id }}>
            {t('All {total}', { total: shownTotal(keys.data.meta) })}
          </Go>
        )
      }
    >
      <Ready of={keys}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((key) => (
                <li key={key.id}>
                  <Status is={key.status} />
                  <span>
                    <Id of={key.id} as={key.name} /> <span className="soft">{summary(key.scopes)}</span>
                  </span>
                  <span className="soft">
                    {rich('used {last_used}', { last_used: <When at={key.last_used_at} /> })}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <Calm icon="key">{t('They made none')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

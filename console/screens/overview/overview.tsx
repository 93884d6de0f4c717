import { LastChanges } from './changes.js';
import { useFailures } from './failures.js';
import { WorkWaiting } from './work.js';
import {
  Page,
  Section,
  Severity,
  Status,
  Tag,
  Calm,
  Go,
  Id,
  Ready,
  useMay,
  useMe,
  useRead,
  When,
  shownTotal,
  type Total,
} from '../../kit/index.js';
import { plural, t } from '../../kit/language.js';

/** Milliseconds after which it looks again: processes and webhooks have no events. */
const EVERY_MS = 15_000;
/** Rows of each part; the rest is behind its link. */
const MAX_ROWS = 6;

/** How things are, and what wants somebody's attention. */
export default function Overview() {
  const { display_name } = useMe();
  const may = useMay();
  return (
    <Page
      title={t('Overview')}
      about={t('Good to see you, {display_name}. This is how things are right now.', { display_name })}
      beside={<Health />}
    >
      <div className="cards">
        {may('guard:read') && <OpenAlerts />}
        <FailingWebhooks />
        <WorkWaiting />
      </div>
      {may('guard:read') && <LastChanges />}
    </Page>
  );
}

function Health() {
  const { data, error, isPending } = useRead('/health/ready', { every: EVERY_MS });
  const failures = useFailures();
  if (isPending || failures === null) return null;
  const missing = Object.entries(data?.checks ?? {}).filter(([, good]) => !good);
  if (error || missing.length)
    return (
      <Tag tone="bad">
        {missing.length
          ? t('Without {missing}', { missing: missing.map(([name]) => name).join(', ') })
          : t('Not ready')}
      </Tag>
    );
  if (failures) return <Tag tone="bad">{plural(failures, '{count} failure', '{count} failures')}</Tag>;
  return <Tag tone="good">{t('All systems work')}</Tag>;
}

function OpenAlerts() {
  const alerts = useRead('/v1/guard/alerts', { query: { status: 'open', limit: MAX_ROWS } });
  return (
    <Section
      title={t('Open alerts')}
      beside={<More count={alerts.data?.meta} to="/alerts" search={{ status: 'open' }} />}
    >
      <Ready of={alerts}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map(({ id, title, severity, last_event_at }) => (
                <li key={id}>
                  <Severity is={severity} />
                  <Id of={id} as={title} />
                  <When at={last_event_at} />
                </li>
              ))}
            </ul>
          ) : (
            <Calm>{t('No open alerts')}</Calm>
          )
        }
      </Ready>
    </Section>
  );
}

function FailingWebhooks() {
  // Few have so many that those beyond the first hundred matter here.
  const webhooks = useRead('/v1/webhooks', { query: { limit: 100 }, every: EVERY_MS });
  return (
    <Section
      title={t('Webhooks that fail')}
      beside={<More count={webhooks.data?.meta} to="/webhooks" words={t('in all')} />}
    >
      <Ready of={webhooks}>
        {({ data }) => {
          const failing = data.filter(
            ({ status, consecutive_failures }) => status === 'paused' || consecutive_failures > 0,
          );
          return failing.length ? (
            <ul className="rows">
              {failing.slice(0, MAX_ROWS).map(({ id, url, status, consecutive_failures, last_failure_at }) => (
                <li key={id}>
                  {status === 'paused' ? (
                    <Status is="paused" />
                  ) : (
                    <Tag tone="bad">{t('{consecutive_failures} failed', { consecutive_failures })}</Tag>
                  )}
                  <Id of={id} as={url} />
                  <When at={last_failure_at} />
                </li>
              ))}
            </ul>
          ) : (
            <Calm>{data.length ? t('All webhooks work') : t('No webhooks yet')}</Calm>
          );
        }}
      </Ready>
    </Section>
  );
}

const More = ({
  count,
  to,
  search,
  words = t('open'),
}: {
  count?: Total;
  to: string;
  search?: Record<string, string>;
  words?: string;
}) =>
  count?.total ? (
    <Go to={to} search={search}>
      {shownTotal(count)} {words}
    </Go>
  ) : null;

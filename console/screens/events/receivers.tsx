import {
  type Answer,
  Calm,
  Go,
  isForbidden,
  names,
  Ready,
  Section,
  type Shown,
  Status,
  Tag,
  useRead,
  When,
} from '../../kit/index.js';
import { nameOf } from '../webhooks/health.js';
import { t } from '../../kit/language.js';

type Event = Answer<'/v1/events/{id}'>;
type Webhook = Shown<'Webhook'>;

/** Milliseconds after which it looks again: deliveries are on their way. */
const EVERY_MS = 15_000;

/** Which webhooks got an event. */
export function Receivers({ of: event }: { of: Event }) {
  // More than a workspace may have.
  const webhooks = useRead('/v1/webhooks', { query: { limit: 100 } });
  return (
    <Section title={t('Webhooks that get events of this type')}>
      <Ready of={webhooks}>
        {({ data }) => {
          const own = data.filter(({ events }) => names(events, event.type));
          return own.length ? (
            <ul className="rows">
              {own.map((webhook) => (
                <Receiver key={webhook.id} of={event} to={webhook} />
              ))}
            </ul>
          ) : (
            <Calm icon="webhook">{t('None')}</Calm>
          );
        }}
      </Ready>
    </Section>
  );
}

function Receiver({ of: { id: event, type }, to }: { of: Event; to: Webhook }) {
  const { data, error } = useRead('/v1/webhooks/{id}/deliveries', {
    path: { id: to.id },
    query: { event_id: event, limit: 1 },
    every: EVERY_MS,
  });
  const found = data?.data[0];
  const place = `/webhooks/${to.id}`;
  if (found)
    return (
      <li>
        <Status is={found.status} />
        <Go to={`${place}/deliveries/${found.id}`}>{nameOf(to)}</Go>
        <When at={found.completed_at ?? found.created_at} />
      </li>
    );
  return (
    <li>
      {error ? (
        <Tag>{isForbidden(error) ? t('Hidden from you') : t('Not known')}</Tag>
      ) : (
        <Tag>{data ? t('Not sent') : t('Looking')}</Tag>
      )}
      <Go to={place} search={{ event_type: type }}>
        {nameOf(to)}
      </Go>
    </li>
  );
}

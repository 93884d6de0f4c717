import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import {
  Copyable,
  Facts,
  Icon,
  Id,
  Loading,
  Long,
  Problem,
  Ready,
  RecordPage,
  Section,
  type Shown,
  Status,
  suite,
  Tag,
  useAction,
  useRead,
  When,
} from '../../kit/index.js';
import { nameOf } from './health.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/webhooks/$id/deliveries/$delivery');

type Delivery = Shown<'Delivery'>;
type Attempt = Shown<'Attempt'>;

const PATH = '/v1/webhooks/{id}/deliveries/{delivery_id}';
const TEST_EVENT = 'webhooks.test';

/** Milliseconds after which it looks again: deliveries have no events. */
const EVERY_MS = 2000;

export default function OneDelivery() {
  const { id, delivery } = route.useParams();
  const webhook = useRead('/v1/webhooks/{id}', { path: { id } });
  const names = { id, delivery_id: delivery };
  const read = useRead(PATH, { path: names, every: EVERY_MS });
  return (
    <Ready of={webhook}>
      {(to) => <Ready of={read}>{(it) => <One key={delivery} of={it} to={to} names={names} />}</Ready>}
    </Ready>
  );
}

interface OneProps {
  of: Delivery;
  to: Shown<'Webhook'>;
  names: { id: string; delivery_id: string };
}

function One({ of: delivery, to, names }: OneProps) {
  const test = delivery.event_type === TEST_EVENT;
  const again = useAction(() => suite.post(`${PATH}/redeliver`, { params: { path: names } }), {
    done: t('It is sent once more.'),
  });
  return (
    <RecordPage
      of={{ path: PATH, names }}
      title={delivery.event_type}
      within={{ title: nameOf(to), to: `/webhooks/${to.id}` }}
      beside={<Status is={delivery.status} />}
      actions={
        <>
          <Button leftSection={<Icon name="refresh" size={16} />} loading={again.running} onClick={again.run}>
            {t('Redeliver')}
          </Button>
        </>
      }
    >
      {again.error && <Problem error={again.error} />}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Id')]: <Copyable value={delivery.id} label={t('the id')} />,
            [t('Event')]: test ? t('A test, which is no event of the log') : <Id of={delivery.event_id} />,
            [t('Created')]: <When at={delivery.created_at} />,
            [t('Ended')]: <When at={delivery.completed_at} none={t('not yet')} />,
            [t('Next attempt')]: <When at={delivery.next_attempt_at} none={t('none')} />,
          }}
        />
      </Section>
      <Section title={t('Request')}>
        <Request of={delivery} to={to} test={test} />
      </Section>
      <Section title={t('Attempts')} beside={<span className="soft">{delivery.attempt_count.toLocaleString()}</span>}>
        {delivery.attempts.length ? (
          <ol className="attempts">
            {delivery.attempts.toReversed().map((attempt) => (
              <li key={attempt.number}>
                <Answer of={attempt} />
              </li>
            ))}
          </ol>
        ) : (
          <p className="calm">
            <Icon name="clock" />
            {t('None yet: it is on its way.')}
          </p>
        )}
      </Section>
    </RecordPage>
  );
}

/** The request of every attempt. Attempts differ only in their time and signatures. */
function Request({ of: { id, event_id, event_type }, to, test }: { of: Delivery; to: OneProps['to']; test: boolean }) {
  const event = useRead('/v1/events/{id}', { path: { id: event_id }, when: !test });
  const head = [
    `POST ${to.url}`,
    'Content-Type: application/json',
    `X-Service-Event: ${event_type}`,
    `X-Service-Delivery: ${id}`,
    `webhook-id: ${event_id}`,
  ].join('\n');
  return (
    <div className="stack">
      <p className="soft">{t('Each attempt sends the same, with its own time and signatures.')}</p>
      <pre className="json" tabIndex={0}>
        {head}
      </pre>
      {test ? (
        <p className="soft">{t('Its body is like that of an event; the payload names this webhook.')}</p>
      ) : event.data ? (
        <pre className="json" tabIndex={0}>
          <Long text={JSON.stringify(event.data, null, 2)} />
        </pre>
      ) : event.error ? (
        <p className="soft">{t('Its event is not kept any more, or hidden from you.')}</p>
      ) : (
        <Loading rows={3} />
      )}
    </div>
  );
}

/** One attempt, and what the receiver said. */
function Answer({ of: { number, trigger, started_at, duration_ms, ...answer } }: { of: Attempt }) {
  const { response_status: status, response_body: body, error } = answer;
  const taken = status !== null && status >= 200 && status < 300;
  return (
    <>
      <div className="attempt">
        <Tag tone={taken ? 'good' : 'bad'}>{status ?? t('No answer')}</Tag>
        <strong>{t('Attempt {number}', { number })}</strong>
        <span className="soft">
          {rich('{what}{started}, took {duration_ms} ms', {
            what: trigger === 'manual' ? t('by hand, ') : '',
            started: <When at={started_at} />,
            duration_ms: duration_ms.toLocaleString(),
          })}
        </span>
      </div>
      {error && <p>{error}</p>}
      {body && (
        <pre className="json" tabIndex={0}>
          <Long text={body} />
        </pre>
      )}
      {status !== null && !body && <p className="soft">{t('The answer was empty.')}</p>}
    </>
  );
}

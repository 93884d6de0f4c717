import { Button, Menu } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  actionInWords,
  ConditionInWords,
  Confirm,
  Copyable,
  Exact,
  Facts,
  Icon,
  type IfMatch,
  Long,
  Problem,
  ReadRecord,
  RecordPage,
  Section,
  type Shown,
  suite,
  Tag,
  useAction,
  useDialog,
  When,
} from '../../kit/index.js';
import { Deliveries } from './deliveries.js';
import { EditWebhook } from './edit.js';
import { Health, nameOf } from './health.js';
import { Replays } from './replays.js';
import { RotateSecret } from './rotate.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const route = getRouteApi('/webhooks/$id');

type Webhook = Shown<'Webhook'>;

const PATH = '/v1/webhooks/{id}';

/** Milliseconds after which it looks again: deliveries have no events. */
const EVERY_MS = 5000;

/** Why it is paused, as people would say it. */
const PAUSED = {
  manual: t('Somebody paused it.'),
  failing: t('Every delivery failed for days, so it was paused.'),
  gone: t('Its receiver answered that it is gone for good, so it was paused.'),
  maker: t('Its maker may no longer read what it sends, so it was paused. An admin of all its apps can resume it.'),
};

const isAhead = (time: string | null) => time !== null && Date.parse(time) > Date.now();

export default function OneWebhook() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} every={EVERY_MS} show={One} />;
}

function One({ of: webhook }: { of: Webhook }) {
  const { id, status, paused_reason } = webhook;
  const params = { path: { id } };
  const record = { path: PATH, names: { id } } as const;
  const navigate = useNavigate();
  const test = useAction(() => suite.post('/v1/webhooks/{id}/test', { params }), {
    after: ({ delivery_id }) =>
      navigate({ to: '/webhooks/$id/deliveries/$delivery', params: { id, delivery: delivery_id } }),
  });
  const become = (status: Webhook['status']) => (header: IfMatch) =>
    suite.patch(PATH, { params: { ...params, header }, body: { status } });
  const resume = useAction(become('active'), {
    of: record,
    done: t('It is active again. A replay sends what it missed.'),
  });
  const [edit, editing] = useDialog((close) => <EditWebhook of={webhook} close={close} />);
  const [rotate, rotating] = useDialog((close) => <RotateSecret of={webhook} close={close} />);
  const [pause, pausing] = useDialog((close) => (
    <Confirm
      title={t('Pause the webhook?')}
      button={t('Pause')}
      of={record}
      work={become('paused')}
      done={t('The webhook is paused.')}
      close={close}
    >
      {t(
        'Nothing is sent until somebody resumes it. What happens meanwhile is kept for 30 days and can be sent by a replay.',
      )}
    </Confirm>
  ));
  const [remove, removing] = useDialog((close) => (
    <Confirm
      title={t('Delete the webhook?')}
      button={t('Delete')}
      of={record}
      work={(header) => suite.delete(PATH, { params: { ...params, header } })}
      done={t('Webhook deleted.')}
      after={() => navigate({ to: '/webhooks' })}
      close={close}
    >
      {rich(
        'Nothing is sent to {name} any more, and its deliveries are not shown here any more. This cannot be undone.',
        { name: <strong>{nameOf(webhook)}</strong> },
      )}
    </Confirm>
  ));
  return (
    <RecordPage
      of={record}
      title={nameOf(webhook)}
      within={{ title: t('Webhooks'), to: '/webhooks' }}
      beside={<Health of={webhook} />}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="send" size={16} />}
            loading={test.running}
            onClick={test.run}
          >
            {t('Send a test')}
          </Button>
          {status === 'paused' ? (
            <Button leftSection={<Icon name="play" size={16} />} loading={resume.running} onClick={resume.run}>
              {t('Resume')}
            </Button>
          ) : (
            <Button variant="default" leftSection={<Icon name="pause" size={16} />} onClick={pause}>
              {t('Pause')}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<Icon name="chevronDown" size={14} />}>
                {t('More')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={edit}>
                {t('Edit')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="refresh" size={16} />} onClick={rotate}>
                {t('Rotate the secret')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<Icon name="trash" size={16} />} onClick={remove}>
                {t('Delete')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {(test.error || resume.error) && <Problem error={test.error ?? resume.error} />}
      {status === 'paused' && (
        <p className="banner">
          <Icon name="pause" />
          <span>
            {t('{why} Nothing is sent until it is resumed; send a test to see whether the receiver works.', {
              why: paused_reason && PAUSED[paused_reason],
            })}
          </span>
        </p>
      )}
      {isAhead(webhook.previous_secret_expires_at) && (
        <p className="banner">
          <Icon name="clock" />
          <span>
            {rich(
              'The secret was rotated. Deliveries are signed with the old one as well until {previous_secret_expires}, so that the receiver has time to take the new one.',
              { previous_secret_expires: <Exact at={webhook.previous_secret_expires_at!} /> },
            )}
          </span>
        </p>
      )}
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Id')]: <Copyable value={id} label={t('the id')} />,
            [t('Address')]: <Copyable value={webhook.url} label={t('the address')} />,
            [t('What it is for')]: webhook.description ? <Long text={webhook.description} /> : null,
            [t('Events')]: (
              <span className="tags">
                {webhook.events.map((each) => (
                  <Tag key={each}>{each === '*' ? t('Every event') : each}</Tag>
                ))}
              </span>
            ),
            [t('Only records')]: Object.keys(webhook.where).length > 0 && (
              <ul className="words">
                {Object.entries(webhook.where).map(([type, where]) => (
                  <li key={type}>
                    {actionInWords(type)}: <ConditionInWords of={where as object} />
                  </li>
                ))}
              </ul>
            ),
            [t('Last success')]: <When at={webhook.last_success_at} />,
            [t('Last failure')]: <When at={webhook.last_failure_at} />,
            [t('Failures in a row')]: webhook.consecutive_failures.toLocaleString(),
            [t('Created')]: <Exact at={webhook.created_at} />,
          }}
        />
      </Section>
      <Replays of={webhook} />
      <Deliveries of={webhook} />
      {editing}
      {rotating}
      {pausing}
      {removing}
    </RecordPage>
  );
}

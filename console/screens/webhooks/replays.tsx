import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  Dialog,
  Calm,
  Confirm,
  Exact,
  Form,
  Icon,
  isoOf,
  localOf,
  Ready,
  Section,
  type Shown,
  Status,
  suite,
  useDialog,
  useRead,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

type Replay = Shown<'ReplayItem'>;

/** Milliseconds after which it looks again: deliveries have no events. */
const EVERY_MS = 2000;
/** The last ones; older ones change nothing any more. */
const MAX_REPLAYS = 5;

const SELECTIONS = {
  failed: t('Failed deliveries'),
  missed: t('Events that were never sent here, as after a pause'),
  all: t('All events, delivered ones too'),
};

/** Past events that are sent once more, and how far that is. */
export function Replays({ of: { id, status } }: { of: Shown<'Webhook'> }) {
  const replays = useRead('/v1/webhooks/{id}/replays', {
    path: { id },
    query: { limit: MAX_REPLAYS },
    every: EVERY_MS,
  });
  const [start, starting] = useDialog((close) => <Start webhook={id} close={close} />);
  return (
    <Section
      title={t('Replays')}
      beside={
        status === 'active' && (
          <Button size="xs" variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={start}>
            {t('Replay')}
          </Button>
        )
      }
    >
      <Ready of={replays}>
        {({ data }) =>
          data.length ? (
            <ul className="rows">
              {data.map((replay) => (
                <One key={replay.replay_id} of={replay} />
              ))}
            </ul>
          ) : (
            <Calm>{t('None: nothing had to be sent once more')}</Calm>
          )
        }
      </Ready>
      {starting}
    </Section>
  );
}

function One({ of: replay }: { of: Replay }) {
  const { webhook_id: id, replay_id, count, handed_on } = replay;
  const [cancel, cancelling] = useDialog((close) => (
    <Confirm
      title={t('Cancel the replay?')}
      button={t('Cancel the replay')}
      work={() => suite.delete('/v1/webhooks/{id}/replays/{replay_id}', { params: { path: { id, replay_id } } })}
      done={t('The replay is cancelled.')}
      close={close}
    >
      {t('What has arrived stays there; what is not sent yet is not sent.')}
    </Confirm>
  ));
  return (
    <li>
      <Status is={replay.status} />
      <span className="replay">
        <span>
          {SELECTIONS[replay.selection]}
          <span className="soft">
            {' '}
            {rich('from {from} to {to}', { from: <Exact at={replay.from} />, to: <Exact at={replay.to} /> })}
          </span>
        </span>
        <span className="replay-far">
          <progress value={handed_on} max={Math.max(count, handed_on, 1)} aria-label={t('Handed on')} />
          {t('{handed_on} of {count}', { handed_on: handed_on.toLocaleString(), count: count.toLocaleString() })}
        </span>
      </span>
      {replay.status === 'running' && (
        <Button size="xs" variant="default" onClick={cancel}>
          {t('Cancel')}
        </Button>
      )}
      {cancelling}
    </li>
  );
}

const DAY_MS = 86_400_000;

function Start({ webhook, close }: { webhook: string; close: () => void }) {
  return (
    <Dialog onClose={close} title={t('Replay events')}>
      <Form
        initial={{ status: 'failed', from: localOf(Date.now() - DAY_MS), to: '' }}
        submit={({ status, from, to }) =>
          suite.post('/v1/webhooks/{id}/replay', {
            params: { path: { id: webhook } },
            body: { status: status as Replay['selection'], from: isoOf(from)!, ...(to && { to: isoOf(to) }) },
          })
        }
        after={close}
        done={t('The replay has begun.')}
        button={t('Replay')}
        cancel={close}
      >
        {(field) => (
          <>
            <NativeSelect
              label={t('What to send once more')}
              data={Object.entries(SELECTIONS).map(([value, label]) => ({ value, label }))}
              data-autofocus
              {...field('status')}
            />
            <TextInput
              label={t('From')}
              type="datetime-local"
              description={t('At most 30 days ago, in your zone')}
              {...field('from')}
            />
            <TextInput label={t('To')} type="datetime-local" description={t('Empty: until now')} {...field('to')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

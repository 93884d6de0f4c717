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

type Replay = Shown<'ReplayItem'>;

/** Milliseconds after which it looks again: deliveries have no events. */
const EVERY_MS = 2000;
/** The last ones; older ones change nothing any more. */
const MAX_REPLAYS = 5;

const SELECTIONS = {
  failed: 'Failed deliveries',
  missed: 'Events that were never sent here, as after a pause',
  all: 'All events, delivered ones too',
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
      title="Replays"
      beside={
        status === 'active' && (
          <Button size="xs" variant="default" leftSection={<Icon name="refresh" size={16} />} onClick={start}>
            Replay
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
            <Calm>None: nothing had to be sent once more</Calm>
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
      title="Cancel the replay?"
      button="Cancel the replay"
      work={() => suite.delete('/v1/webhooks/{id}/replays/{replay_id}', { params: { path: { id, replay_id } } })}
      done="The replay is cancelled."
      close={close}
    >
      What has arrived stays there; what is not sent yet is not sent.
    </Confirm>
  ));
  return (
    <li>
      <Status is={replay.status} />
      <span className="replay">
        <span>
          {SELECTIONS[replay.selection]}
          <span className="soft">
            {' from '}
            <Exact at={replay.from} /> to <Exact at={replay.to} />
          </span>
        </span>
        <span className="replay-far">
          <progress value={handed_on} max={Math.max(count, handed_on, 1)} aria-label="Handed on" />
          {handed_on.toLocaleString()} of {count.toLocaleString()}
        </span>
      </span>
      {replay.status === 'running' && (
        <Button size="xs" variant="default" onClick={cancel}>
          Cancel
        </Button>
      )}
      {cancelling}
    </li>
  );
}

const DAY_MS = 86_400_000;

function Start({ webhook, close }: { webhook: string; close: () => void }) {
  return (
    <Dialog onClose={close} title="Replay events">
      <Form
        initial={{ status: 'failed', from: localOf(Date.now() - DAY_MS), to: '' }}
        submit={({ status, from, to }) =>
          suite.post('/v1/webhooks/{id}/replay', {
            params: { path: { id: webhook } },
            body: { status: status as Replay['selection'], from: isoOf(from)!, ...(to && { to: isoOf(to) }) },
          })
        }
        after={close}
        done="The replay has begun."
        button="Replay"
        cancel={close}
      >
        {(field) => (
          <>
            <NativeSelect
              label="What to send once more"
              data={Object.entries(SELECTIONS).map(([value, label]) => ({ value, label }))}
              data-autofocus
              {...field('status')}
            />
            <TextInput
              label="From"
              type="datetime-local"
              description="At most 30 days ago, in your zone"
              {...field('from')}
            />
            <TextInput label="To" type="datetime-local" description="Empty: until now" {...field('to')} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

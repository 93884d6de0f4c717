import { getRouteApi } from '@tanstack/react-router';
import {
  type Answer,
  Copyable,
  Empty,
  Exact,
  Facts,
  Go,
  Long,
  Ready,
  RecordPage,
  Section,
  SuiteError,
  useMay,
  useRead,
} from '../../kit/index.js';
import { Actor } from './actor.js';
import { Receivers } from './receivers.js';

const route = getRouteApi('/events/$id');

const PATH = '/v1/events/{id}';

export default function OneEvent() {
  const { id } = route.useParams();
  const event = useRead(PATH, { path: { id } });
  const may = useMay();
  // Entries of the audit trail have ids that look the same.
  if (event.error instanceof SuiteError && event.error.status === 404)
    return (
      <Empty page icon="search" title="There is no such event">
        It may be over for longer than events are kept.{' '}
        {may('guard:read') && <Go to={`/audit-trail/entries/${id}`}>Look for it in the audit trail</Go>}
      </Empty>
    );
  return <Ready of={event}>{(shown) => <One key={id} of={shown} />}</Ready>;
}

function One({ of: event }: { of: Answer<'/v1/events/{id}'> }) {
  return (
    <RecordPage
      of={{ path: PATH, names: { id: event.id } }}
      title={event.type}
      within={{ title: 'Events', to: '/events' }}
    >
      <Section title="About">
        <Facts
          of={{
            Id: <Copyable value={event.id} label="the id" />,
            Happened: <Exact at={event.timestamp} />,
            By: <Actor of={event.actor} />,
            Sequence: event.sequence.toLocaleString(),
          }}
        />
      </Section>
      <Section title="Payload">
        <pre className="json" tabIndex={0}>
          <Long text={JSON.stringify(event.payload, null, 2)} />
        </pre>
      </Section>
      <Receivers of={event} />
    </RecordPage>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { type Answer, Copyable, Exact, Facts, Long, ReadRecord, RecordPage, Section } from '../../kit/index.js';
import { Actor } from './actor.js';
import { Receivers } from './receivers.js';

const route = getRouteApi('/events/$id');

const PATH = '/v1/events/{id}';

export default function OneEvent() {
  const { id } = route.useParams();
  return <ReadRecord of={{ path: PATH, names: { id } }} show={One} />;
}

function One({ of: event }: { of: Answer<'/v1/events/{id}'> }) {
  return (
    <RecordPage
      of={{ path: PATH, names: { id: event.id } }}
      title={event.type}
      within={{ title: 'Events', to: '/events' }}
    >
      <Section title="About it">
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

import { useParams } from '@tanstack/react-router';
import { type Answer, Copyable, CopyAs, Exact, Facts, Long, Page, Ready, Section, useRead } from '../../kit/index.js';
import { Actor } from './actor.js';
import { Receivers } from './receivers.js';

const PATH = '/v1/events/{id}';

export default function OneEvent() {
  const { id } = useParams({ strict: false }) as { id: string };
  return <Ready of={useRead(PATH, { path: { id } })}>{(event) => <One key={id} of={event} />}</Ready>;
}

function One({ of: event }: { of: Answer<'/v1/events/{id}'> }) {
  return (
    <Page
      title={event.type}
      within={{ title: 'Events', to: '/events' }}
      actions={<CopyAs request={{ method: 'get', path: PATH, names: { id: event.id } }} />}
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
    </Page>
  );
}

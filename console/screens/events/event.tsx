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
import { t } from '../../kit/language.js';

const route = getRouteApi('/events/$id');

const PATH = '/v1/events/{id}';

export default function OneEvent() {
  const { id } = route.useParams();
  const event = useRead(PATH, { path: { id } });
  const may = useMay();
  // Entries of the audit trail have ids that look the same.
  if (event.error instanceof SuiteError && event.error.status === 404)
    return (
      <Empty page icon="search" title={t('There is no such event')}>
        {t('It may be over for longer than events are kept.')}{' '}
        {may('guard:read') && <Go to={`/audit-trail/entries/${id}`}>{t('Look for it in the audit trail')}</Go>}
      </Empty>
    );
  return <Ready of={event}>{(shown) => <One key={id} of={shown} />}</Ready>;
}

function One({ of: event }: { of: Answer<'/v1/events/{id}'> }) {
  return (
    <RecordPage
      of={{ path: PATH, names: { id: event.id } }}
      title={event.type}
      within={{ title: t('Events'), to: '/events' }}
    >
      <Section title={t('About')}>
        <Facts
          of={{
            [t('Id')]: <Copyable value={event.id} label={t('the id')} />,
            [t('Happened')]: <Exact at={event.timestamp} />,
            [t('By')]: <Actor of={event.actor} />,
            [t('Sequence')]: event.sequence.toLocaleString(),
          }}
        />
      </Section>
      <Section title={t('Payload')}>
        <pre className="json" tabIndex={0}>
          <Long text={JSON.stringify(event.payload, null, 2)} />
        </pre>
      </Section>
      <Receivers of={event} />
    </RecordPage>
  );
}

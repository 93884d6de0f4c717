import { getRouteApi } from '@tanstack/react-router';
import { Facts, Go, Named, placeOf, Section, type Shown, useName } from '../../kit/index.js';
import { RecordView } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { money } from '../../kit/money.js';
import { CloseReason } from './reason.js';
import { StageInput, StageOf, Steps } from './stage.js';
import { Timeline } from './timeline.js';

const route = getRouteApi('/deals/$id');

type Deal = Shown<'Deal'>;

export default function OneDeal() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: 'Deals', to: '/deals' }}
      hide={[
        'title',
        'close_reason',
        'value',
        'currency',
        'stage_id',
        'pipeline_id',
        'owner_id',
        'expected_close_date',
        'contact_ids',
      ]}
      above={About}
      parts={Parts}
      without={['from_stage_id', 'status', 'close_reason']}
      withoutLists={['activities', 'history']}
      inputs={{ stage_id: StageInput, close_reason: CloseReason }}
    />
  );
}

const Parts = ({ of: { id } }: { of: Deal }) => <Timeline of={id} />;

const About = ({ of: deal }: { of: Deal }) => (
  <>
    <Steps of={deal} />
    <Section title="About">
      <Facts
        of={{
          Value: <strong>{money(deal.value, deal.currency)}</strong>,
          Stage: <StageOf of={deal} />,
          ...(deal.close_reason && { Reason: deal.close_reason }),
          Pipeline: <Pipeline id={deal.pipeline_id} />,
          Closes: deal.expected_close_date && <Day date={deal.expected_close_date} over={deal.status === 'open'} />,
          Owner: deal.owner_id && <Named of={deal.owner_id} />,
          Contacts: deal.contact_ids.length > 0 && (
            <span className="links-row">
              {deal.contact_ids.map((contact) => (
                <Named key={contact} of={contact} />
              ))}
            </span>
          ),
        }}
      />
    </Section>
  </>
);

/** The pipeline of a deal, as a link to its board. */
const Pipeline = ({ id }: { id: string }) => <Go to={`/boards/deals/${id}`}>{useName(id) ?? placeOf(id)}</Go>;

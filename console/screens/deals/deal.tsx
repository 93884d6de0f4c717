import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Facts, Go, Named, NameOf, placeOf, Section, type Shown, useName } from '../../kit/index.js';
import { QuickValue, useQuick } from '../../kit/quick/quick.js';
import { RecordView, TwoColumns } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { QUICK_DEAL } from './quick.js';
import { CloseReason } from './reason.js';
import { StageInput, StageOf, Steps } from './stage.js';
import { Timeline } from './timeline.js';
import styles from './deals.module.css';
import { DealValue } from './value.js';
import { t } from '../../kit/language.js';

const route = getRouteApi('/deals/$id');

type Deal = Shown<'Deal'>;

export default function OneDeal() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: t('Deals'), to: '/deals' }}
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
      body={Body}
      without={['from_stage_id', 'status', 'close_reason']}
      inputs={{ stage_id: StageInput, close_reason: CloseReason }}
    />
  );
}

const Body = ({ of: deal, details }: { of: Deal; details: ReactNode }) => (
  <div className={styles.deal}>
    <Steps of={deal} />
    <TwoColumns about={<About of={deal} />} main={<Timeline of={deal} />} rest={details} />
  </div>
);

function About({ of: deal }: { of: Deal }) {
  const { ask, shown } = useQuick(QUICK_DEAL, [deal], { ofPage: true });
  const quick = (of: string, name: string, value: ReactNode) => (
    <QuickValue row={deal} of={of} label={t('{name} of {title}', { name, title: deal.title })} ask={ask}>
      {value || <span className="soft">{t('None')}</span>}
    </QuickValue>
  );
  return (
    <Section title={t('About')}>
      <Facts
        of={{
          [t('Value')]: <DealValue of={deal} />,
          [t('Stage')]: <StageOf of={deal} />,
          ...(deal.close_reason && { [t('Reason')]: deal.close_reason }),
          [t('Pipeline')]: <Pipeline id={deal.pipeline_id} />,
          [t('Closes')]: quick(
            'd',
            t('Close date'),
            deal.expected_close_date && <Day date={deal.expected_close_date} over={deal.status === 'open'} />,
          ),
          [t('Owner')]: quick('a', t('Owner'), deal.owner_id && <NameOf id={deal.owner_id} />),
          [t('Contacts')]: deal.contact_ids.length > 0 && (
            <span className="links-row">
              {deal.contact_ids.map((contact) => (
                <Named key={contact} of={contact} />
              ))}
            </span>
          ),
        }}
      />
      {shown}
    </Section>
  );
}

/** The pipeline of a deal, as a link to its board. */
const Pipeline = ({ id }: { id: string }) => <Go to={`/boards/deals/${id}`}>{useName(id) ?? placeOf(id)}</Go>;

import { useQuery } from '@tanstack/react-query';
import { Calm, dayIn, Failed, Loading, Section, type Shown, suite, useZone } from '../../kit/index.js';
import { GroupedBars } from '../../kit/chart/grouped-bars.js';
import { Figures } from '../../kit/chart/figures.js';
import { money } from '../../kit/money.js';
import styles from './forecast.module.css';
import { t } from '../../kit/language.js';

const PATH = '/v1/sales/deals';

/** Pages of 100 lost deals, the last changed first. Older ones are left out, and the heading says so. */
const MAX_PAGES = 5;

type Deal = Shown<'Deal'>;

async function lostDeals(pipeline_id: string): Promise<{ deals: Deal[]; all: boolean }> {
  const deals: Deal[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      pipeline_id,
      status: 'lost',
      sort: 'updated_at:desc',
      limit: 100,
      ...(cursor && { cursor }),
    } as const;
    const { data, meta } = await suite.get(PATH, { params: { query } });
    deals.push(...data);
    if (!meta.next_cursor) return { deals, all: true };
    cursor = meta.next_cursor;
  }
  return { deals, all: false };
}

interface LostProps {
  pipeline: string;
  /** The first and the last day, both included. */
  from: string;
  to: string;
  currency: string;
}

/** Why deals of a period were lost: how many for each reason, and what they would have been worth. */
export function LostReasons({ pipeline, from, to, currency }: LostProps) {
  const lost = useQuery({
    queryKey: [PATH, {}, { pipeline_id: pipeline, status: 'lost' }, 'reasons'],
    queryFn: () => lostDeals(pipeline),
  });
  const zone = useZone();
  return (
    <Section title={lost.data?.all === false ? t('Why deals were lost, of the last 500') : t('Why deals were lost')}>
      {lost.error ? (
        <Failed error={lost.error} again={() => void lost.refetch()} />
      ) : lost.data ? (
        <Reasons
          of={lost.data.deals.filter(({ closed_at }) => {
            const day = closed_at ? dayIn(zone, closed_at) : '';
            return day >= from && day <= to;
          })}
          currency={currency}
        />
      ) : (
        <Loading rows={3} />
      )}
    </Section>
  );
}

function Reasons({ of: deals, currency }: { of: Deal[]; currency: string }) {
  const reasons = [...Map.groupBy(deals, ({ close_reason }) => close_reason?.trim() || t('No reason given'))]
    .map(([reason, all]) => ({
      reason,
      count: all.length,
      value: all.reduce((sum, deal) => sum + (deal.currency === currency ? deal.value : 0), 0),
    }))
    .toSorted((a, b) => b.count - a.count || b.value - a.value);
  if (!reasons.length) return <Calm icon="check">{t('No deal was lost in this period')}</Calm>;
  return (
    <div className={styles.both}>
      <GroupedBars
        label={t('Lost deals by reason')}
        series={[t('Lost deals')]}
        bars={reasons.slice(0, 8).map(({ reason, count }) => ({ name: reason, values: [count] }))}
        shown={(value) => value.toLocaleString()}
      />
      <Figures
        label={t('Lost deals by reason')}
        heads={[t('Reason'), t('Deals'), t('Value')]}
        rows={reasons.map(({ reason, count, value }) => [reason, count.toLocaleString(), money(value, currency)])}
      />
    </div>
  );
}

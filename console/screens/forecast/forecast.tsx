import { ActionIcon, NativeSelect, SegmentedControl } from '@mantine/core';
import {
  Calm,
  Empty,
  Go,
  Icon,
  Loading,
  Page,
  Ready,
  Section,
  type Shown,
  useFilters,
  useList,
  useRead,
  useToday,
} from '../../kit/index.js';
import { GroupedBars } from '../../kit/chart/grouped-bars.js';
import { Figures } from '../../kit/chart/figures.js';
import { money } from '../../kit/money.js';
import styles from './forecast.module.css';
import { LostReasons } from './lost.js';
import { kindOf, periodInWords, periodOf, type PeriodKind, shifted, startOf } from './period.js';
import { plural, t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const FILTERS = ['pipeline_id', 'period', 'group_by'];

const KINDS: { value: PeriodKind; label: string }[] = [
  { value: 'month', label: t('Month') },
  { value: 'quarter', label: t('Quarter') },
  { value: 'year', label: t('Year') },
];

/** Expected and closed deals of a pipeline in a period. */
export default function ForecastPage() {
  const [chosen, set] = useFilters(FILTERS);
  const pipelines = useList('/v1/sales/pipelines', { query: { sort: 'created_at:asc' } });
  const id = chosen.pipeline_id ?? pipelines.rows[0]?.id;
  const today = useToday();
  const period = chosen.period ?? periodOf('quarter', today);
  const group = chosen.group_by === 'owner' ? 'owner' : 'stage';
  const step = (by: number, label: string) => (
    <ActionIcon variant="default" size={36} aria-label={label} onClick={() => set({ period: shifted(period, by) })}>
      <Icon name="chevronRight" size={16} style={{ transform: by < 0 ? 'rotate(180deg)' : undefined }} />
    </ActionIcon>
  );
  return (
    <Page
      title={t('Forecast')}
      about={t('What open deals come to by the date they are expected to close, and what was closed.')}
    >
      <div className={styles.bar}>
        <NativeSelect
          label={t('Pipeline')}
          value={id ?? ''}
          onChange={({ currentTarget }) => set({ pipeline_id: currentTarget.value })}
          data={pipelines.rows.map((pipeline) => ({ value: pipeline.id, label: pipeline.name }))}
        />
        <NativeSelect
          label={t('Period')}
          value={kindOf(period)}
          onChange={({ currentTarget }) =>
            set({ period: periodOf(currentTarget.value as PeriodKind, chosen.period ? startOf(period) : today) })
          }
          data={KINDS}
        />
        <div className={styles.period} role="group" aria-label={t('Which period')}>
          {step(-1, t('The period before'))}
          <strong aria-live="polite">{periodInWords(period)}</strong>
          {step(1, t('The next period'))}
        </div>
        <SegmentedControl
          aria-label={t('Group by')}
          value={group}
          onChange={(next) => set({ group_by: next === 'stage' ? '' : next })}
          data={[
            { value: 'stage', label: t('By stage') },
            { value: 'owner', label: t('By owner') },
          ]}
        />
      </div>
      {id ? (
        <OfPipeline key={id} id={id} period={period} group={group} />
      ) : pipelines.loading ? (
        <Loading rows={6} />
      ) : (
        <Empty icon="filter" title={t('No pipelines yet')}>
          {rich('Create a {link} first: its stages say how likely deals are.', {
            link: <Go to="/pipelines">{t('pipeline')}</Go>,
          })}
        </Empty>
      )}
    </Page>
  );
}

interface OfPipelineProps {
  id: string;
  period: string;
  group: 'stage' | 'owner';
}

function OfPipeline({ id, period, group }: OfPipelineProps) {
  const forecast = useRead('/v1/sales/pipelines/{id}/forecast', { path: { id }, query: { period, group_by: group } });
  return (
    <Ready of={forecast}>
      {(it) => (
        <>
          <Totals of={it} />
          <Section title={t('Open deals of {period}', { period: periodInWords(it.period) })}>
            <Groups of={it} by={group} />
          </Section>
          <LostReasons pipeline={id} from={it.period_start} to={it.period_end} currency={it.currency} />
        </>
      )}
    </Ready>
  );
}

type Forecast = Shown<'Forecast'>;

const deals = (count: number) => plural(count, '{count} deal', '{count} deals');

function Totals({ of: { totals, undated, currency, other_currencies } }: { of: Forecast }) {
  const shown = [
    [t('Weighted'), money(totals.weighted_value, currency), t('by the probability of their stages')],
    [t('Open'), money(totals.total_value, currency), deals(totals.deal_count)],
    [t('Won'), money(totals.won_value, currency), deals(totals.won_count)],
    [t('Lost'), money(totals.lost_value, currency), deals(totals.lost_count)],
  ];
  return (
    <>
      <dl className={styles.totals}>
        {shown.map(([name, value, about]) => (
          <div key={name} className="card">
            <dt>{name}</dt>
            <dd>
              <strong>{value}</strong> <span className="soft">{about}</span>
            </dd>
          </div>
        ))}
      </dl>
      {(undated.deal_count > 0 || other_currencies.length > 0) && (
        <ul className={`words ${styles.notes}`}>
          {undated.deal_count > 0 && (
            <li>
              {t('{deals} without an expected close date, {total_value}, are in no period.', {
                deals: deals(undated.deal_count),
                total_value: money(undated.total_value, currency),
              })}
            </li>
          )}
          {other_currencies.map((other) => (
            <li key={other.currency}>
              {t('{deals} in {currency}, {total_value}, are not converted and not included.', {
                deals: deals(other.deal_count),
                currency: other.currency,
                total_value: money(other.total_value, other.currency),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Groups({ of: { groups, totals, currency }, by }: { of: Forecast; by: 'stage' | 'owner' }) {
  const shown = (value: number) => money(value, currency);
  if (!totals.deal_count) return <Calm icon="clock">{t('No open deal is expected to close in this period')}</Calm>;
  return (
    <div className={styles.both}>
      <GroupedBars
        label={t('Value of open deals by {by}: all of it, and weighted by probability', { by })}
        series={[t('Value'), t('Weighted')]}
        bars={groups.map(({ name, total_value, weighted_value }) => ({ name, values: [total_value, weighted_value] }))}
        shown={shown}
      />
      <Figures
        label={t('Forecast by {by}', { by })}
        heads={[by === 'stage' ? t('Stage') : t('Owner'), t('Deals'), t('Value'), t('Weighted')]}
        rows={groups.map(({ name, probability, deal_count, total_value, weighted_value }) => [
          probability === undefined ? name : `${name}, ${probability} %`,
          deal_count.toLocaleString(),
          shown(total_value),
          shown(weighted_value),
        ])}
        foot={[t('All'), totals.deal_count.toLocaleString(), shown(totals.total_value), shown(totals.weighted_value)]}
      />
    </div>
  );
}

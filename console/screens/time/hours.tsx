import { Button, NativeSelect } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import {
  Calm,
  CopyAs,
  Empty,
  Icon,
  Problem,
  Ready,
  save,
  Section,
  type Shown,
  suite,
  useAction,
  useFilters,
  useRead,
  useToday,
  worded,
} from '../../kit/index.js';
import { StackedBars } from '../../kit/chart/stacked-bars.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { inWords, periodsUntil } from './days.js';
import styles from './time.module.css';
import { t } from '../../kit/language.js';

const PATH = '/v1/project/projects/{project_id}/time-report';
const GROUPS = ['user', 'task', 'label', 'billable', 'day', 'week'] as const;

type Report = Shown<'TimeReport'>;
type By = (typeof GROUPS)[number];

interface HoursProps {
  /** Empty: none is chosen yet. */
  project: string;
  /** Choices before its own, where it is a page of its own. */
  before?: ReactNode;
}

/** The hours of a project in a month or a quarter, as a picture, a table and a file. */
export function Hours({ project: project_id, before }: HoursProps) {
  const [chosen, choose] = useFilters(['period', 'group_by']);
  const today = useToday();
  const period = chosen.period ?? today.slice(0, 7);
  const group_by = GROUPS.find((each) => each === chosen.group_by) ?? 'user';
  const query = { period, group_by };
  const report = useRead(PATH, { path: { project_id }, query, when: project_id !== '' });
  const file = useAction(
    () => suite.get(PATH, { params: { path: { project_id }, query: { ...query, export: 'csv' } }, parseAs: 'blob' }),
    { after: (csv) => save(csv as unknown as Blob, t('Time {period}.csv', { period })) },
  );
  return (
    <>
      <div className={styles.choices}>
        {before}
        <NativeSelect
          label={t('Period')}
          value={period}
          onChange={({ currentTarget }) => choose({ period: currentTarget.value })}
          data={periodsUntil(today)}
        />
        <NativeSelect
          label={t('By')}
          value={group_by}
          onChange={({ currentTarget }) => choose({ group_by: currentTarget.value })}
          data={GROUPS.map((value) => ({ value, label: worded(value) }))}
        />
        {project_id && (
          <Button
            variant="default"
            loading={file.running}
            leftSection={<Icon name="download" size={16} />}
            onClick={file.run}
          >
            {t('Download CSV')}
          </Button>
        )}
        {project_id && before && <CopyAs request={{ method: 'get', path: PATH, names: { project_id }, query }} />}
      </div>
      {file.error && <Problem error={file.error} />}
      {project_id ? (
        <Ready of={report}>{(found) => <Figures of={found} />}</Ready>
      ) : (
        <Empty icon="clock" title={t('Choose a project')}>
          {t('The report adds up its hours by person, task, label or day.')}
        </Empty>
      )}
    </>
  );
}

function Figures({ of: report }: { of: Report }) {
  const { group_by, groups, total, currency } = report;
  const money = new Intl.NumberFormat(undefined, { style: 'currency', currency });
  const title = t('Hours by {what}', { what: group_by === 'billable' ? t('billable time') : group_by });
  if (!groups.length)
    return (
      <Section title={title}>
        <Calm icon="clock">{t('No time in this period')}</Calm>
      </Section>
    );
  return (
    <>
      <Section title={title}>
        <StackedBars
          label={title}
          series={[t('Billable'), t('Not billable')]}
          bars={groups.map(({ id, name, duration_seconds, billable_seconds }) => ({
            id,
            name: nameOf(name, group_by),
            values: [billable_seconds, duration_seconds - billable_seconds],
          }))}
          format={durationInWords}
        />
      </Section>
      <Section title={t('Figures')}>
        <div className={styles.scroll} role="region" aria-label={t('Figures of the report')} tabIndex={0}>
          <table className={styles.figures}>
            <thead>
              <tr>
                <th scope="col">{worded(group_by)}</th>
                <th scope="col">{t('Hours')}</th>
                <th scope="col">{t('Billable')}</th>
                <th scope="col">{t('Amount')}</th>
                <th scope="col">{t('Entries')}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <Fragment key={group.id}>
                  <tr>
                    <th scope="row">{nameOf(group.name, group_by)}</th>
                    <Cells of={group} money={money} />
                  </tr>
                  {group.items.map((item) => (
                    <tr key={item.id} data-item>
                      <th scope="row">{item.name}</th>
                      <Cells of={item} money={money} />
                    </tr>
                  ))}
                </Fragment>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('Sum')}</th>
                <Cells of={total} money={money} />
              </tr>
            </tfoot>
          </table>
        </div>
        {report.rounding !== 'none' && (
          <p className="soft">
            {t('Each entry is rounded {what} {rounding_minutes} minutes, as the settings say.', {
              what: report.rounding === 'nearest' ? t('to the nearest') : report.rounding,
              rounding_minutes: report.rounding_minutes,
            })}
          </p>
        )}
      </Section>
    </>
  );
}

const Cells = ({ of, money }: { of: Shown<'Time'>; money: Intl.NumberFormat }) => (
  <>
    <td>{durationInWords(of.duration_seconds)}</td>
    <td>{of.billable_seconds ? durationInWords(of.billable_seconds) : ''}</td>
    <td>{of.amount ? money.format(of.amount) : ''}</td>
    <td>{of.entry_count.toLocaleString()}</td>
  </>
);

/** The name of a group in words: days and states have names for programs. */
function nameOf(name: string, by: By): string {
  if (by === 'day') return inWords(name, { weekday: 'short', day: 'numeric', month: 'short' });
  return by === 'billable' ? worded(name) : name || t('None');
}

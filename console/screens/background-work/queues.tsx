import { type Column, DataTable, Empty, type Shown, Tag, useList, worded } from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Queue = Shown<'Queue'>;

/** Milliseconds after which it looks again: queues and tasks have no events. */
export const EVERY_MS = 3000;

/** `guard-exports` → `Guard exports` */
export const titleOf = (queue: string): string => worded(queue.replaceAll('-', '_'));

const number = (count: number) => (count ? count.toLocaleString() : <span className="soft">0</span>);

const COLUMNS: Column<Queue>[] = [
  { title: t('Queue'), cell: ({ name }) => titleOf(name) },
  { title: t('State'), cell: (queue) => <State of={queue} />, width: '7rem' },
  { title: t('Waiting'), cell: ({ waiting }) => number(waiting), width: '6.5rem', from: 'sm', align: 'right' },
  { title: t('Running'), cell: ({ active }) => number(active), width: '6.5rem', from: 'md', align: 'right' },
  { title: t('Delayed'), cell: ({ delayed }) => number(delayed), width: '6.5rem', from: 'md', align: 'right' },
  { title: t('Failed'), cell: ({ failed }) => number(failed), width: '6.5rem', from: 'sm', align: 'right' },
];

export function State({ of: { paused, failed, active, waiting } }: { of: Queue }) {
  if (paused) return <Tag tone="warn">{t('Paused')}</Tag>;
  if (failed) return <Tag tone="bad">{t('{failed} failed', { failed: failed.toLocaleString() })}</Tag>;
  return active || waiting ? <Tag tone="info">{t('At work')}</Tag> : <Tag tone="good">{t('Idle')}</Tag>;
}

/** The queues of the deployment, for operators. */
export function Queues() {
  const queues = useList('/v1/operations/queues', { every: EVERY_MS });
  return (
    <section className="part" aria-label={t('Queues')}>
      <h2>{t('Queues of the deployment')}</h2>
      <DataTable
        label={t('Queues')}
        list={queues}
        columns={COLUMNS}
        to={({ name }) => `/work/queues/${name}`}
        empty={<Empty icon="work" title={t('No queues')} />}
      />
    </section>
  );
}

import {
  type Column,
  CopyAs,
  DataTable,
  Empty,
  Long,
  Page,
  RowAction,
  type Shown,
  Status,
  suite,
  useList,
  When,
} from '../../kit/index.js';
import { plural, t } from '../../kit/language.js';

type Task = Shown<'Task'>;

/** Milliseconds after which it looks again: queues and tasks have no events. */
const EVERY_MS = 3000;

const UNITS = [
  [86_400, (count: number) => plural(count, 'every day', 'every {count} days')],
  [3600, (count: number) => plural(count, 'every hour', 'every {count} hours')],
  [60, (count: number) => plural(count, 'every minute', 'every {count} minutes')],
  [1, (count: number) => plural(count, 'every second', 'every {count} seconds')],
] as const;

/** `3600` → `every hour`, `600` → `every 10 minutes`. */
function schedule(seconds: number | null): string {
  if (seconds === null) return t('when needed');
  const [length, inWords] = UNITS.find(([each]) => seconds % each === 0)!;
  return inWords(seconds / length);
}

/** `12` → `12 ms`, `3400` → `3.4 s`. */
const took = (ms: number | null) =>
  ms === null ? '' : ms < 1000 ? t('{ms} ms', { ms }) : `${(ms / 1000).toFixed(1)} s`;

const COLUMNS: Column<Task>[] = [
  {
    title: t('What it does'),
    cell: ({ name, description }) => <span title={`${description}\n${name}`}>{description}</span>,
  },
  { title: t('Schedule'), cell: ({ every_seconds }) => schedule(every_seconds), width: '9.5rem', from: 'md' },
  { title: t('Last run'), cell: ({ last_run_at }) => <When at={last_run_at} />, width: '9.25rem', from: 'sm' },
  { title: t('Took'), cell: ({ duration_ms }) => took(duration_ms), width: '6rem', from: 'lg', align: 'right' },
  { title: t('Result'), cell: ({ result }) => result && <Status is={result} />, width: '7.75rem', from: 'sm' },
  {
    title: t('Next run'),
    cell: (task) => <When at={task.next_run_at} none={task.every_seconds === null ? t('when needed') : t('soon')} />,
    width: '9rem',
    from: 'lg',
  },
];

export default function Tasks() {
  const tasks = useList('/v1/operations/tasks', { every: EVERY_MS });
  const failed = tasks.rows.filter(({ result }) => result === 'failed');
  return (
    <Page
      title={t('Recurring tasks')}
      about={t('What the deployment does by itself, each in one process at a time.')}
      within={{ title: t('Background work'), to: '/work' }}
      actions={<CopyAs request={tasks.request} />}
    >
      {failed.length > 0 && (
        <section className="card failed-tasks" aria-label={t('Failed tasks')}>
          <header>
            <h2>{t('Failed')}</h2>
          </header>
          <ul className="attempts">
            {failed.map(({ name, description, error, last_run_at }) => (
              <li key={name}>
                <div className="attempt">
                  <strong>{description}</strong>
                  <code className="soft">{name}</code>
                  <When at={last_run_at} />
                </div>
                <p className="json">
                  <Long text={error ?? ''} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <DataTable
        label={t('Recurring tasks')}
        list={tasks}
        columns={COLUMNS}
        actions={(task) => <RunNow of={task} />}
        empty={<Empty icon="clock" title={t('No tasks')} />}
      />
    </Page>
  );
}

const RunNow = ({ of: { name, description } }: { of: Task }) => (
  <RowAction
    title={t('Run now')}
    label={t('Run now: {description}', { description })}
    icon="play"
    work={() => suite.post('/v1/operations/tasks/{name}/run', { params: { path: { name } } })}
    done={t('It runs soon: {description}', { description })}
  />
);

import {
  type Column,
  ListPage,
  NameOf,
  type Shown,
  Status,
  Tags,
  useFilters,
  useList,
  useRead,
  When,
} from '../../kit/index.js';
import { JOB, LIST_NAMES, ofJob, POOL } from './filters.js';
import { NewCandidate } from './new.js';
import { Stage } from './stage.js';
import { t } from '../../kit/language.js';

type Item = Shown<'ApplicationItem'>;

const COLUMNS: Column<Item>[] = [
  { title: t('Name'), cell: ({ candidate }) => candidate.display_name ?? t('Anonymous') },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: t('Stage'), cell: ({ stage_id }) => <Stage id={stage_id} />, from: 'sm', width: '8rem' },
  {
    title: t('Score'),
    cell: ({ score }) =>
      score === null ? <span className="soft">—</span> : t('{score} of 4', { score: score.toFixed(1) }),
    from: 'md',
    width: '5.5rem',
    align: 'right',
    sort: 'score',
  },
  { title: t('Tags'), cell: ({ tags }) => <Tags of={tags} />, from: 'lg', width: '8rem' },
  {
    title: t('Applied'),
    cell: ({ submitted_at }) => <When at={submitted_at} />,
    from: 'sm',
    width: '9.25rem',
    sort: 'submitted_at',
  },
];

const JOB_COLUMN: Column<Item> = {
  title: t('Job'),
  cell: ({ job_id }) => <NameOf id={job_id} />,
  from: 'md',
  width: '20%',
};

const EMPTY = { icon: 'user', title: t('Nobody applied yet') } as const;

/** Pages of the candidates, whose addresses have the filters of the list: so they know who comes before and after. */
function usePlaces(): (row: Item) => { to: string; search: Record<string, string> } {
  const [filters] = useFilters(LIST_NAMES);
  return ({ id }) => ({ to: `/candidates/${id}`, search: { ...filters, list: 'shown' } });
}

/** The candidates of one job, or the pool of all of them. */
export default function Candidates() {
  const [{ job_id }] = useFilters(['job_id']);
  return job_id ? <OfJob key={job_id} id={job_id} /> : <Pool />;
}

function Pool() {
  const list = useList('/v1/careers/applications', { filters: POOL });
  const to = usePlaces();
  return (
    <ListPage
      title={t('Candidates')}
      about={t('Who applied, for whichever job.')}
      list={list}
      filters={POOL}
      columns={[
        COLUMNS[0]!,
        JOB_COLUMN,
        ...COLUMNS.slice(1).map((column) => (column.sort === 'score' ? { ...column, sort: undefined } : column)),
      ]}
      to={to}
      make={{
        button: t('New candidate'),
        needs: 'careers:write',
        dialog: (close) => <NewCandidate close={close} />,
      }}
      empty={{ ...EMPTY, words: t('Applications to published jobs stand here.') }}
    />
  );
}

function OfJob({ id }: { id: string }) {
  const job = useRead('/v1/careers/jobs/{id}', { path: { id } });
  const pipeline = useRead('/v1/careers/pipelines/{id}', {
    path: { id: job.data?.pipeline_id ?? '' },
    when: job.data !== undefined,
  });
  const stages = (pipeline.data?.stages ?? []).map((stage) => ({ value: stage.id, label: stage.name }));
  const filters = ofJob(stages);
  const to = usePlaces();
  const list = useList('/v1/careers/jobs/{job_id}/applications', { path: { job_id: id }, filters });
  return (
    <ListPage
      title={t('Candidates')}
      about={job.data ? t('Who applied for {title}.', { title: job.data.title }) : t('Who applied.')}
      list={list}
      filters={[JOB, ...filters]}
      columns={COLUMNS}
      to={to}
      make={{
        button: t('New candidate'),
        needs: 'careers:write',
        dialog: (close) => <NewCandidate job={id} close={close} />,
      }}
      empty={{ ...EMPTY, words: t('Candidates of this job stand here.') }}
    />
  );
}

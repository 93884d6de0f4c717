import {
  type Column,
  Empty,
  type Filter,
  Filters,
  ListPage,
  Loading,
  orderBy,
  Page,
  type Shown,
  Status,
  Tags,
  useFilters,
  useList,
  useRead,
  When,
} from '../../kit/index.js';
import { Stage } from './stage.js';

type Item = Shown<'ApplicationItem'>;

const JOB: Filter = { name: 'job_id', label: 'Job', pick: 'job', placeholder: 'Choose a job' };

const FILTERS: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'Name, address, answer' },
  { name: 'status', label: 'Status', options: ['active', 'disqualified', 'withdrawn'] },
  { name: 'tag', label: 'Tag' },
  orderBy('Newest first', {
    'score:desc': 'Best score first',
    'submitted_at:asc': 'Longest waiting first',
    'updated_at:desc': 'Last changed first',
  }),
];

const COLUMNS: Column<Item>[] = [
  { title: 'Name', cell: ({ candidate }) => candidate.display_name ?? 'Anonymous' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '8rem' },
  { title: 'Stage', cell: ({ stage_id }) => <Stage id={stage_id} />, from: 'sm', width: '10rem' },
  {
    title: 'Score',
    cell: ({ score }) => (score === null ? <span className="soft">—</span> : `${score.toFixed(1)} of 4`),
    from: 'md',
    width: '7rem',
    align: 'right',
    sort: 'score',
  },
  { title: 'Tags', cell: ({ tags }) => <Tags of={tags} />, from: 'lg', width: '12rem' },
  {
    title: 'Applied',
    cell: ({ submitted_at }) => <When at={submitted_at} />,
    from: 'sm',
    width: '9rem',
    sort: 'submitted_at',
  },
];

/** The candidates of a job: of the one that was chosen, or of the newest. */
export default function Candidates() {
  const [{ job_id }] = useFilters(['job_id']);
  const newest = useRead('/v1/careers/jobs', { query: { limit: 1, status: 'published' }, when: !job_id });
  const job = job_id ?? newest.data?.data[0]?.id;
  if (job) return <OfJob key={job} id={job} />;
  if (newest.isPending) return <Loading />;
  return (
    <Page title="Candidates" about="Who applied, job by job.">
      <Filters of={[JOB]} />
      <Empty icon="user" title="No job is published">
        Publish a job, or choose one above to see who applied.
      </Empty>
    </Page>
  );
}

function OfJob({ id }: { id: string }) {
  const list = useList('/v1/careers/jobs/{job_id}/applications', { path: { job_id: id }, filters: FILTERS });
  const job = useRead('/v1/careers/jobs/{id}', { path: { id } });
  return (
    <ListPage
      title="Candidates"
      about={job.data ? `Who applied for ${job.data.title}.` : 'Who applied.'}
      list={list}
      filters={[JOB, ...FILTERS]}
      columns={COLUMNS}
      to={(each) => `/candidates/${each.id}`}
      empty={{ icon: 'user', title: 'Nobody applied yet', words: 'Candidates of this job stand here.' }}
    />
  );
}

import { type Filter, orderBy } from '../../kit/index.js';

export const JOB: Filter = { name: 'job_id', label: 'Job', pick: 'job', placeholder: 'All jobs' };

const FILTERS: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'Name or address' },
  { name: 'status', label: 'Status', options: ['active', 'disqualified', 'withdrawn'] },
  { name: 'tag', label: 'Tag' },
];

const ORDERS = { 'submitted_at:asc': 'Longest waiting first', 'updated_at:desc': 'Last changed first' };

/** The filters of the pool of all jobs. */
export const POOL: Filter[] = [
  JOB,
  ...FILTERS,
  { name: 'owner_id', label: 'Recruiter', pick: 'usr' },
  orderBy('Newest first', ORDERS),
];

/** The filters of the candidates of one job, which has these stages. */
export const ofJob = (stages: { value: string; label: string }[]): Filter[] => [
  ...FILTERS,
  { name: 'stage_id', label: 'Stage', options: stages },
  orderBy('Newest first', { 'score:desc': 'Best score first', ...ORDERS }),
];

const names = new Set([...POOL, ...ofJob([])].map(({ name }) => name));

/** Names of all filters of both lists, which stand in the address of a candidate that was opened from one. */
export const LIST_NAMES = [...names];

import { type Filter, orderBy } from '../../kit/index.js';
import { t } from '../../kit/language.js';

export const JOB: Filter = { name: 'job_id', label: t('Job'), pick: 'job', placeholder: t('All jobs') };

const FILTERS: Filter[] = [
  { name: 'q', label: t('Find'), placeholder: t('Name or address') },
  { name: 'status', label: t('Status'), options: ['active', 'disqualified', 'withdrawn'] },
  { name: 'tag', label: t('Tag') },
];

const ORDERS = { 'submitted_at:asc': t('Longest waiting first'), 'updated_at:desc': t('Last changed first') };

/** The filters of the pool of all jobs. */
export const POOL: Filter[] = [
  JOB,
  ...FILTERS,
  { name: 'owner_id', label: t('Recruiter'), pick: 'usr' },
  orderBy(t('Newest first'), ORDERS),
];

/** The filters of the candidates of one job, which has these stages. */
export const ofJob = (stages: { value: string; label: string }[]): Filter[] => [
  ...FILTERS,
  { name: 'stage_id', label: t('Stage'), options: stages },
  orderBy(t('Newest first'), { 'score:desc': t('Best score first'), ...ORDERS }),
];

const names = new Set([...POOL, ...ofJob([])].map(({ name }) => name));

/** Names of all filters of both lists, which stand in the address of a candidate that was opened from one. */
export const LIST_NAMES = [...names];

import { type Filter, isoOf, orderBy, type Query, typeChoice, type useCatalogue } from '../../kit/index.js';
import { t } from '../../kit/language.js';

/** The filters that are used most. */
const FIRST: Filter[] = [
  {
    name: 'q',
    label: t('Find'),
    placeholder: t('deleted, or an id'),
    about: t('A part of the action, or the id of a record'),
  },
  {
    name: 'actor_id',
    label: t('Person'),
    pick: 'usr',
    placeholder: t('Name'),
    about: t('A person by name; a key or an app by its id'),
  },
  { name: 'outcome', label: t('Outcome'), options: ['success', 'failure', 'denied'] },
  { name: 'from', label: t('From'), type: 'datetime-local' },
  { name: 'to', label: t('Until'), type: 'datetime-local' },
];

const MORE = ['action', 'resource_type', 'resource_id', 'resource_name', 'client_id', 'ip_address', 'sort'];

/** Every filter of the trail. */
export const NAMES = [...FIRST.map(({ name }) => name), ...MORE];

/** Beside a record that has to be given by its id. */
export const WHERE_ID = t('Its id: Copy as on the page of the record has it. Some types of record are found by name.');

/** Every filter of the trail, the ones that are used most first. Records of a type are found by their names, where `pick` is given. */
export const filtersOf = (known: ReturnType<typeof useCatalogue>, pick: string | undefined): Filter[] => [
  ...FIRST,
  {
    name: 'action',
    label: t('Action'),
    placeholder: 'office.document.*',
    about: t('A star at the end stands for any'),
  },
  {
    name: 'resource_type',
    label: t('Type of record'),
    options: known?.types.map(typeChoice) ?? [],
    clears: ['resource_id'],
  },
  { name: 'resource_id', label: t('Record'), ...(pick ? { pick, placeholder: t('Name') } : { about: WHERE_ID }) },
  {
    name: 'resource_name',
    label: t('Name of the record'),
    placeholder: t('Plan'),
    about: t('The name that it has, or had before it was renamed or deleted'),
  },
  {
    name: 'client_id',
    label: t('With the app'),
    pick: 'cli',
    placeholder: t('Name'),
    about: t('What users did through an OAuth app'),
  },
  { name: 'ip_address', label: t('Address'), placeholder: '203.0.113.7' },
  orderBy(t('Newest first'), { 'timestamp:asc': t('Oldest first') }),
];

/** The chosen filters as a query of the API. */
export const queryOf = ({ from, to, ...rest }: Record<string, string>): Query => ({
  ...rest,
  from: isoOf(from),
  to: isoOf(to),
});

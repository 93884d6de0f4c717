import { type Filter, isoOf, orderBy, type Query, typeChoice, type useCatalogue } from '../../kit/index.js';

/** The filters that are used most. */
const FIRST: Filter[] = [
  { name: 'q', label: 'Find', placeholder: 'deleted, or an id', about: 'A part of the action, or the id of a record' },
  {
    name: 'actor_id',
    label: 'Person',
    pick: 'usr',
    placeholder: 'Name',
    about: 'A person by name; a key or an app by its id',
  },
  { name: 'outcome', label: 'Outcome', options: ['success', 'failure', 'denied'] },
  { name: 'from', label: 'From', type: 'datetime-local' },
  { name: 'to', label: 'Until', type: 'datetime-local' },
];

const MORE = ['action', 'resource_type', 'resource_id', 'resource_name', 'client_id', 'ip_address', 'sort'];

/** Every filter of the trail. */
export const NAMES = [...FIRST.map(({ name }) => name), ...MORE];

/** Beside a record that has to be given by its id. */
export const WHERE_ID = 'Its id: Copy as on the page of the record has it. Some types of record are found by name.';

/** Every filter of the trail, the ones that are used most first. Records of a type are found by their names, where `pick` is given. */
export const filtersOf = (known: ReturnType<typeof useCatalogue>, pick: string | undefined): Filter[] => [
  ...FIRST,
  {
    name: 'action',
    label: 'Action',
    placeholder: 'office.document.*',
    about: 'A star at the end stands for any',
  },
  {
    name: 'resource_type',
    label: 'Type of record',
    options: known?.types.map(typeChoice) ?? [],
    clears: ['resource_id'],
  },
  { name: 'resource_id', label: 'Record', ...(pick ? { pick, placeholder: 'Name' } : { about: WHERE_ID }) },
  {
    name: 'resource_name',
    label: 'Name of the record',
    placeholder: 'Plan',
    about: 'The name that it has, or had before it was renamed or deleted',
  },
  {
    name: 'client_id',
    label: 'With the app',
    pick: 'cli',
    placeholder: 'Name',
    about: 'What users did through an OAuth app',
  },
  { name: 'ip_address', label: 'Address', placeholder: '203.0.113.7' },
  orderBy('Newest first', { 'timestamp:asc': 'Oldest first' }),
];

/** The chosen filters as a query of the API. */
export const queryOf = ({ from, to, ...rest }: Record<string, string>): Query => ({
  ...rest,
  from: isoOf(from),
  to: isoOf(to),
});

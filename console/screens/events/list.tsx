import {
  type Answer,
  APPS,
  type Column,
  type Filter,
  Go,
  isoOf,
  ListPage,
  useEventTypes,
  useFilters,
  useList,
  When,
} from '../../kit/index.js';
import { Actor } from './actor.js';

const COLUMNS: Column<Answer<'/v1/events/{id}'>>[] = [
  { title: 'Event', cell: ({ type }) => type },
  { title: 'Payload', cell: ({ payload }) => <code>{JSON.stringify(payload).slice(0, 200)}</code>, from: 'lg' },
  { title: 'By', cell: ({ actor }) => <Actor of={actor} />, width: '13rem', from: 'md' },
  { title: 'Happened', cell: ({ timestamp }) => <When at={timestamp} />, width: '9.25rem' },
];

export default function Events() {
  const [{ from, to }] = useFilters(['from', 'to']);
  const types = useEventTypes() ?? [];
  const filters: Filter[] = [
    {
      name: 'type',
      label: 'Type',
      options: types.flatMap(([app, own]) => [
        { value: `${app}.*`, label: `All of ${APPS[app]}` },
        ...own.map(({ type, title }) => ({ value: type, label: `${APPS[app]}: ${title}` })),
      ]),
    },
    { name: 'from', label: 'From', type: 'datetime-local' },
    { name: 'to', label: 'Until', type: 'datetime-local' },
  ];
  const list = useList('/v1/events', {
    filters: [{ name: 'type' }],
    query: { sort: 'sequence:desc', from: isoOf(from), to: isoOf(to) },
  });
  return (
    <ListPage
      title="Events"
      about={
        <>
          What happened in the last 30 days, the newest first. Webhooks send it on.{' '}
          <Go to="/events/types">Types and examples</Go>
        </>
      }
      list={{ ...list, filtered: list.filtered || Boolean(from || to) }}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/events/${id}`}
      empty={{
        icon: 'list',
        title: 'No events yet',
        words: 'Changes of records that you may read show up here as they happen.',
      }}
    />
  );
}

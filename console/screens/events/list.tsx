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
import { t } from '../../kit/language.js';
import { rich } from '../../kit/rich.js';

const COLUMNS: Column<Answer<'/v1/events/{id}'>>[] = [
  { title: t('Event'), cell: ({ type }) => type },
  { title: t('Payload'), cell: ({ payload }) => <code>{JSON.stringify(payload).slice(0, 200)}</code>, from: 'lg' },
  { title: t('By'), cell: ({ actor }) => <Actor of={actor} />, width: '13rem', from: 'md' },
  { title: t('Happened'), cell: ({ timestamp }) => <When at={timestamp} />, width: '9.25rem' },
];

export default function Events() {
  const [{ from, to }] = useFilters(['from', 'to']);
  const types = useEventTypes() ?? [];
  const filters: Filter[] = [
    {
      name: 'type',
      label: t('Type'),
      options: types.flatMap(([app, own]) => [
        { value: `${app}.*`, label: t('All of {app}', { app: APPS[app] }) },
        ...own.map(({ type, title }) => ({ value: type, label: `${APPS[app]}: ${title}` })),
      ]),
    },
    { name: 'from', label: t('From'), type: 'datetime-local' },
    { name: 'to', label: t('Until'), type: 'datetime-local' },
  ];
  const list = useList('/v1/events', {
    filters: [{ name: 'type' }],
    query: { sort: 'sequence:desc', from: isoOf(from), to: isoOf(to) },
  });
  return (
    <ListPage
      title={t('Events')}
      about={rich('What happened in the last 30 days, the newest first. Webhooks send it on. {link}', {
        link: <Go to="/events/types">{t('Types and examples')}</Go>,
      })}
      list={{ ...list, filtered: list.filtered || Boolean(from || to) }}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/events/${id}`}
      empty={{
        icon: 'list',
        title: t('No events yet'),
        words: t('Changes of records that you may read show up here as they happen.'),
      }}
    />
  );
}

import {
  APPS,
  type Column,
  DataTable,
  Empty,
  type Filter,
  Filters,
  isoOf,
  names,
  RowAction,
  type Shown,
  Status,
  suite,
  useEventTypes,
  useFilters,
  useList,
  When,
} from '../../kit/index.js';
import { t } from '../../kit/language.js';

type Delivery = Shown<'DeliveryItem'>;

/** Milliseconds after which it looks again: deliveries have no events. */
const EVERY_MS = 3000;

const COLUMNS: Column<Delivery>[] = [
  { title: t('Event'), cell: ({ event_type }) => event_type },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '8rem' },
  { title: t('Attempts'), cell: ({ attempt_count }) => attempt_count, width: '6.5rem', from: 'sm', align: 'right' },
  {
    title: t('Next attempt'),
    cell: ({ next_attempt_at }) => <When at={next_attempt_at} none={t('none')} />,
    width: '9rem',
    from: 'md',
  },
  { title: t('Created'), cell: ({ created_at }) => <When at={created_at} />, width: '9rem', from: 'sm' },
];

/** The deliveries of a webhook and their states, live. */
export function Deliveries({ of: { id, events, status } }: { of: Shown<'Webhook'> }) {
  const [{ from, to }] = useFilters(['from', 'to']);
  const types = useEventTypes() ?? [];
  const filters: Filter[] = [
    { name: 'status', label: t('Status'), options: ['pending', 'succeeded', 'failed'] },
    {
      name: 'event_type',
      label: t('Event'),
      options: [
        ...types.flatMap(([app, own]) =>
          own
            .filter(({ type }) => names(events, type))
            .map(({ type, title }) => ({ value: type, label: `${APPS[app]}: ${title}` })),
        ),
        { value: 'webhooks.test', label: t('Tests') },
      ],
    },
    { name: 'event_id', label: t('Id of the event'), placeholder: 'evt_…' },
    { name: 'from', label: t('Since'), type: 'datetime-local' },
    { name: 'to', label: t('Until'), type: 'datetime-local' },
  ];
  const list = useList('/v1/webhooks/{id}/deliveries', {
    path: { id },
    filters: filters.filter(({ type }) => !type),
    query: { from: isoOf(from), to: isoOf(to) },
    every: EVERY_MS,
  });
  return (
    <section className="part" aria-label={t('Deliveries')}>
      <h2>{t('Deliveries')}</h2>
      <Filters of={filters} />
      <DataTable
        label={t('Deliveries')}
        list={{ ...list, filtered: list.filtered || Boolean(from || to) }}
        columns={COLUMNS}
        to={(delivery) => `/webhooks/${id}/deliveries/${delivery.id}`}
        actions={status === 'active' ? (each) => each.status === 'failed' && <Again of={each} /> : undefined}
        empty={
          <Empty icon="send" title={t('Nothing sent yet')}>
            {t('Deliveries show up here as they are made. Send a test to see one.')}
          </Empty>
        }
      />
    </section>
  );
}

/** Sends one that was given up once more; a replay does so with many. */
const Again = ({ of: { id: delivery_id, webhook_id: id, event_type } }: { of: Delivery }) => (
  <RowAction
    title={t('Redeliver')}
    label={t('Redeliver {event_type}', { event_type })}
    icon="refresh"
    work={() =>
      suite.post('/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', { params: { path: { id, delivery_id } } })
    }
    done={t('It is sent once more.')}
  />
);

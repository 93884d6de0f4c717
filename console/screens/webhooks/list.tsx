import { type Column, type Filter, ListPage, type Shown, useList, When } from '../../kit/index.js';
import { EditWebhook } from './edit.js';
import { Health, nameOf } from './health.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [{ name: 'status', label: t('Status'), options: ['active', 'paused'] }];

/** Milliseconds after which it looks again: their health changes by itself. */
const EVERY_MS = 10_000;

const COLUMNS: Column<Shown<'Webhook'>>[] = [
  { title: t('Address'), cell: nameOf },
  { title: t('What for'), cell: ({ description }) => description.slice(0, 200), from: 'lg' },
  { title: t('Events'), cell: ({ events }) => events.join(', '), from: 'md' },
  { title: t('Health'), cell: (webhook) => <Health of={webhook} />, width: '8.5rem' },
  { title: t('Last success'), cell: (webhook) => <When at={webhook.last_success_at} />, width: '9rem', from: 'sm' },
];

export default function Webhooks() {
  const webhooks = useList('/v1/webhooks', { filters: FILTERS, every: EVERY_MS });
  return (
    <ListPage
      title={t('Webhooks')}
      about={t('A webhook sends events to an address of yours, signed, and tries again until they arrive.')}
      list={webhooks}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/webhooks/${id}`}
      // Needs no scope of its own: the server asks for the one that reads each type subscribed to.
      make={{ button: t('New webhook'), dialog: (close) => <EditWebhook close={close} /> }}
      empty={{
        icon: 'webhook',
        title: t('No webhooks yet'),
        words: t('Make one to hear of changes as they happen, instead of asking for them.'),
      }}
    />
  );
}

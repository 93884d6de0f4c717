import { Button } from '@mantine/core';
import {
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  Page,
  type Shown,
  useDialog,
  useList,
  When,
} from '../../kit/index.js';
import { EditWebhook } from './edit.js';
import { Health, nameOf } from './health.js';

const FILTERS: Filter[] = [{ name: 'status', label: 'Status', options: ['active', 'paused'] }];

/** Milliseconds after which it looks again: their health changes by itself. */
const EVERY_MS = 10_000;

const COLUMNS: Column<Shown<'Webhook'>>[] = [
  { title: 'Address', cell: nameOf },
  { title: 'What for', cell: ({ description }) => description.slice(0, 200), from: 'lg' },
  { title: 'Events', cell: ({ events }) => events.join(', '), from: 'md' },
  { title: 'Health', cell: (webhook) => <Health of={webhook} />, width: '8.5rem' },
  { title: 'Last success', cell: (webhook) => <When at={webhook.last_success_at} />, width: '9rem', from: 'sm' },
];

export default function Webhooks() {
  const webhooks = useList('/v1/webhooks', { filters: ['status'], every: EVERY_MS });
  const [make, making] = useDialog((close) => <EditWebhook close={close} />);
  // Everybody may subscribe to the events of the apps that they may read.
  const button = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={make}>
      New webhook
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      about="A webhook sends events to an address of yours, signed, and tries again until they arrive."
      actions={
        <>
          <CopyAs request={webhooks.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Webhooks"
        list={webhooks}
        columns={COLUMNS}
        to={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty icon="webhook" title="No webhooks yet" action={button}>
            Make one to hear of changes as they happen, instead of asking for them.
          </Empty>
        }
      />
      {making}
    </Page>
  );
}

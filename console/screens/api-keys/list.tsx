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
  Status,
  summary,
  useDialog,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { MakeKey } from './make.js';

type Key = Shown<'ApiKey'>;

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'expiring', 'expired', 'revoked'] },
  { name: 'created_by', label: 'Made by', pick: 'usr' },
  {
    name: 'sort',
    label: 'Order',
    any: 'Newest first',
    options: [
      { value: 'created_at:asc', label: 'Oldest first' },
      { value: 'name:asc', label: 'By name' },
    ],
  },
];

const COLUMNS: Column<Key>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Key', cell: (key) => <code>{`${key.key_prefix}…${key.last_four}`}</code>, width: '12rem', from: 'md' },
  { title: 'May', cell: ({ scopes }) => summary(scopes), from: 'md' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '6.5rem' },
  { title: 'Last used', cell: (key) => <When at={key.last_used_at} />, width: '8rem', from: 'sm' },
  { title: 'Expires', cell: (key) => <When at={key.expires_at} />, width: '8rem', from: 'lg' },
];

export default function ApiKeys() {
  const keys = useList('/v1/access/api-keys', { filters: ['status', 'created_by', 'sort'] });
  const may = useMay();
  const [make, dialog] = useDialog((close) => <MakeKey close={close} />);
  const button = may('access:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={make}>
      New key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="With a key a program works in this workspace, with just the rights that you give it."
      actions={
        <>
          <CopyAs request={keys.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="API keys"
        list={keys}
        columns={COLUMNS}
        to={({ id }) => `/api-keys/${id}`}
        empty={
          <Empty icon="key" title="No keys yet" action={button}>
            Make one for each program, so that you can see what it does and end it by itself.
          </Empty>
        }
      />
      {dialog}
    </Page>
  );
}

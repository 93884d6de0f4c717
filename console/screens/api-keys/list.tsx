import {
  type Column,
  type Filter,
  ListPage,
  orderBy,
  type Shown,
  Status,
  summary,
  useList,
  When,
} from '../../kit/index.js';
import { MakeKey } from './make.js';

type Key = Shown<'ApiKey'>;

const FILTERS: Filter[] = [
  { name: 'status', label: 'Status', options: ['active', 'expiring', 'expired', 'revoked'] },
  { name: 'created_by', label: 'Created by', pick: 'usr' },
  orderBy('Newest first', { 'created_at:asc': 'Oldest first', 'name:asc': 'By name' }),
];

const COLUMNS: Column<Key>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Key', cell: (key) => <code>{`${key.key_prefix}…${key.last_four}`}</code>, width: '12rem', from: 'md' },
  { title: 'May', cell: ({ scopes }) => summary(scopes), from: 'md' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '6.5rem' },
  { title: 'Last used', cell: (key) => <When at={key.last_used_at} />, width: '9.25rem', from: 'sm' },
  { title: 'Expires', cell: (key) => <When at={key.expires_at} />, width: '9.25rem', from: 'lg' },
];

export default function ApiKeys() {
  const keys = useList('/v1/access/api-keys', { filters: FILTERS });
  return (
    <ListPage
      title="API keys"
      about="With a key a program works in this workspace, with just the rights that you give it."
      list={keys}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/api-keys/${id}`}
      make={{ button: 'New key', needs: 'access:write', dialog: (close) => <MakeKey close={close} /> }}
      empty={{
        icon: 'key',
        title: 'No keys yet',
        words: 'Make one for each program, so that you can see what it does and end it by itself.',
      }}
    />
  );
}

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
import { t } from '../../kit/language.js';

type Key = Shown<'ApiKey'>;

const FILTERS: Filter[] = [
  { name: 'status', label: t('Status'), options: ['active', 'expiring', 'expired', 'revoked'] },
  { name: 'created_by', label: t('Created by'), pick: 'usr' },
  orderBy(t('Newest first'), { 'created_at:asc': t('Oldest first'), 'name:asc': t('By name') }),
];

const COLUMNS: Column<Key>[] = [
  { title: t('Name'), cell: ({ name }) => name },
  { title: t('Key'), cell: (key) => <code>{`${key.key_prefix}…${key.last_four}`}</code>, width: '12rem', from: 'md' },
  { title: t('May'), cell: ({ scopes }) => summary(scopes), from: 'md' },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '6.5rem' },
  { title: t('Last used'), cell: (key) => <When at={key.last_used_at} />, width: '9.25rem', from: 'sm' },
  { title: t('Expires'), cell: (key) => <When at={key.expires_at} />, width: '9.25rem', from: 'lg' },
];

export default function ApiKeys() {
  const keys = useList('/v1/access/api-keys', { filters: FILTERS });
  return (
    <ListPage
      title={t('API keys')}
      about={t('With a key a program works in this workspace, with just the rights that you give it.')}
      list={keys}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/api-keys/${id}`}
      make={{ button: t('New key'), needs: 'access:write', dialog: (close) => <MakeKey close={close} /> }}
      empty={{
        icon: 'key',
        title: t('No keys yet'),
        words: t('Make one for each program, so that you can see what it does and end it by itself.'),
      }}
    />
  );
}

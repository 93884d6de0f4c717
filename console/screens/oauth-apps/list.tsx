import {
  type Column,
  type Filter,
  ListPage,
  orderBy,
  type Shown,
  summary,
  Tag,
  useList,
  When,
} from '../../kit/index.js';
import { EditApp } from './edit.js';
import { NotVerified } from './not-verified.js';

const FILTERS: Filter[] = [orderBy('Newest first', { 'created_at:asc': 'Oldest first' })];

const COLUMNS: Column<Shown<'OAuthClient'>>[] = [
  {
    title: 'Name',
    cell: ({ name, metadata_url }) => (
      <>
        {name} {metadata_url !== null && <NotVerified />}
      </>
    ),
  },
  { title: 'Sends people back to', cell: ({ redirect_uris }) => redirect_uris.join(', ').slice(0, 200), from: 'md' },
  { title: 'May ask for', cell: ({ scopes }) => summary(scopes), from: 'lg' },
  { title: 'Type', cell: ({ type }) => <Tag>{type === 'public' ? 'Public' : 'Confidential'}</Tag>, width: '8rem' },
  { title: 'Created', cell: (app) => <When at={app.created_at} />, width: '9.25rem', from: 'sm' },
];

export default function OAuthApps() {
  const apps = useList('/v1/access/oauth-clients', { filters: FILTERS });
  return (
    <ListPage
      title="OAuth apps"
      about="Programs that people of this workspace sign in to with their account here. Each asks them first what it may do."
      list={apps}
      filters={FILTERS}
      columns={COLUMNS}
      to={(app) => `/oauth-apps/${app.client_id}`}
      make={{ button: 'New app', needs: 'access:write', dialog: (close) => <EditApp close={close} /> }}
      empty={{
        icon: 'external',
        title: 'No apps yet',
        words:
          'Make one for a program that works in the name of people. A program that works by itself needs an API key.',
      }}
    />
  );
}

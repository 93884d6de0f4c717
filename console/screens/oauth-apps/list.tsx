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
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [orderBy(t('Newest first'), { 'created_at:asc': t('Oldest first') })];

const COLUMNS: Column<Shown<'OAuthClient'>>[] = [
  {
    title: t('Name'),
    cell: ({ name, metadata_url }) => (
      <>
        {name} {metadata_url !== null && <NotVerified />}
      </>
    ),
  },
  { title: t('Sends people back to'), cell: ({ redirect_uris }) => redirect_uris.join(', ').slice(0, 200), from: 'md' },
  { title: t('May ask for'), cell: ({ scopes }) => summary(scopes), from: 'lg' },
  {
    title: t('Type'),
    cell: ({ type }) => <Tag>{type === 'public' ? t('Public') : t('Confidential')}</Tag>,
    width: '8rem',
  },
  { title: t('Created'), cell: (app) => <When at={app.created_at} />, width: '9.25rem', from: 'sm' },
];

export default function OAuthApps() {
  const apps = useList('/v1/access/oauth-clients', { filters: FILTERS });
  return (
    <ListPage
      title={t('OAuth apps')}
      about={t(
        'Programs that people of this workspace sign in to with their account here. Each asks them first what it may do.',
      )}
      list={apps}
      filters={FILTERS}
      columns={COLUMNS}
      to={(app) => `/oauth-apps/${app.client_id}`}
      make={{ button: t('New app'), needs: 'access:write', dialog: (close) => <EditApp close={close} /> }}
      empty={{
        icon: 'external',
        title: t('No apps yet'),
        words: t(
          'Make one for a program that works in the name of people. A program that works by itself needs an API key.',
        ),
      }}
    />
  );
}

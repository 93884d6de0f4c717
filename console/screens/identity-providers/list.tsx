import {
  type Column,
  type Filter,
  ListPage,
  orderBy,
  OWNER,
  type Shown,
  Status,
  useList,
  useMe,
} from '../../kit/index.js';
import { EditProvider } from './edit.js';
import { t } from '../../kit/language.js';

const FILTERS: Filter[] = [
  { name: 'q', label: t('Name') },
  { name: 'status', label: t('Status'), options: ['active', 'inactive'] },
  orderBy(t('Newest first'), { 'created_at:asc': t('Oldest first') }),
];

const COLUMNS: Column<Shown<'IdentityProviderItem'>>[] = [
  { title: t('Name'), cell: ({ name }) => name },
  { title: t('Issuer'), cell: ({ issuer }) => issuer, from: 'lg' },
  { title: t('Domains'), cell: ({ domains }) => domains.join(', '), from: 'md' },
  {
    title: t('Passwords'),
    cell: ({ enforced }) => (enforced ? t('Owners only') : t('Allowed')),
    width: '8rem',
    from: 'md',
  },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7rem' },
];

export default function IdentityProviders() {
  const providers = useList('/v1/access/identity-providers', { filters: FILTERS });
  // A provider says who somebody is, so only owners make and change them.
  const isOwner = useMe().effective_roles.includes(OWNER);
  return (
    <ListPage
      title={t('Identity providers')}
      about={t(
        'Where your people sign in with their account of your company, by OpenID Connect: Keycloak, Entra ID, Google, Okta and others.',
      )}
      list={providers}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/identity-providers/${id}`}
      make={isOwner ? { button: t('New provider'), dialog: (close) => <EditProvider close={close} /> } : undefined}
      empty={{
        icon: 'key',
        title: t('No identity providers yet'),
        words: isOwner
          ? t('With one, people sign in where they sign in to everything else, and leave with their account there.')
          : t('An owner of the workspace can add one.'),
      }}
    />
  );
}

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

const FILTERS: Filter[] = [
  { name: 'q', label: 'Name' },
  { name: 'status', label: 'Status', options: ['active', 'inactive'] },
  orderBy('Newest first', { 'created_at:asc': 'Oldest first' }),
];

const COLUMNS: Column<Shown<'IdentityProviderItem'>>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Issuer', cell: ({ issuer }) => issuer, from: 'lg' },
  { title: 'Domains', cell: ({ domains }) => domains.join(', '), from: 'md' },
  { title: 'Passwords', cell: ({ enforced }) => (enforced ? 'Owners only' : 'Allowed'), width: '8rem', from: 'md' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7rem' },
];

export default function IdentityProviders() {
  const providers = useList('/v1/access/identity-providers', { filters: FILTERS });
  // A provider says who somebody is, so only owners make and change them.
  const isOwner = useMe().effective_roles.includes(OWNER);
  return (
    <ListPage
      title="Identity providers"
      about="Where your people sign in with their account of your company, by OpenID Connect: Keycloak, Entra ID, Google, Okta and others."
      list={providers}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/identity-providers/${id}`}
      make={isOwner ? { button: 'New provider', dialog: (close) => <EditProvider close={close} /> } : undefined}
      empty={{
        icon: 'key',
        title: 'No identity providers yet',
        words: isOwner
          ? 'With one, people sign in where they sign in to everything else, and leave with their account there.'
          : 'An owner of the workspace can add one.',
      }}
    />
  );
}

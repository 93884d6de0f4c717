import {
  type App,
  APPS,
  type Column,
  type Filter,
  LEVELS,
  ListPage,
  orderBy,
  OWNER,
  roleName,
  rolesInWords,
  type Shown,
  Status,
  useList,
  When,
} from '../../kit/index.js';
import { Invite } from './invite.js';
import { t } from '../../kit/language.js';

const ROLES = [
  OWNER,
  ...(Object.keys(APPS) as App[]).flatMap((app) => Object.keys(LEVELS).map((each) => `${app}:${each}`)),
];

const FILTERS: Filter[] = [
  { name: 'q', label: t('Name or e-mail'), placeholder: t('How it begins') },
  { name: 'status', label: t('Status'), options: ['pending', 'active', 'suspended'] },
  {
    name: 'role',
    label: t('Role'),
    about: t('One of their own, or of a group that they are in'),
    options: ROLES.map((role) => ({ value: role, label: roleName(role) })),
  },
  orderBy(t('Newest first'), {
    'created_at:asc': t('Oldest first'),
    'display_name:asc': t('By name'),
    'email:asc': t('By e-mail'),
    'updated_at:desc': t('Last changed first'),
  }),
];

const COLUMNS: Column<Shown<'UserItem'>>[] = [
  { title: t('Name'), cell: (user) => user.display_name || user.email },
  { title: 'E-mail', cell: ({ email }) => email, from: 'sm' },
  {
    title: t('Own roles'),
    cell: ({ roles }) => (roles.length ? rolesInWords(roles) : <span className="soft">{t('none')}</span>),
    from: 'md',
  },
  { title: t('Status'), cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: t('Created'), cell: (user) => <When at={user.created_at} />, width: '9.25rem', from: 'lg' },
];

export default function Users() {
  const users = useList('/v1/access/users', { filters: FILTERS });
  return (
    <ListPage
      title={t('Users')}
      about={t(
        'The people of this workspace. What they may do comes from their own roles and from those of their groups.',
      )}
      list={users}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/users/${id}`}
      make={{ button: t('Invite'), needs: 'access:write', dialog: (close) => <Invite close={close} /> }}
      empty={{ icon: 'user', title: t('Nobody yet'), words: t('Invite the people who are to work here.') }}
    />
  );
}

import { Button } from '@mantine/core';
import {
  APPS,
  type App,
  type Column,
  CopyAs,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  LEVELS,
  OWNER,
  Page,
  roleName,
  rolesInWords,
  type Shown,
  Status,
  useDialog,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { Invite } from './invite.js';

const ROLES = [
  OWNER,
  ...(Object.keys(APPS) as App[]).flatMap((app) => Object.keys(LEVELS).map((each) => `${app}:${each}`)),
];

const FILTERS: Filter[] = [
  { name: 'q', label: 'Name or e-mail', placeholder: 'How it begins' },
  { name: 'status', label: 'Status', options: ['pending', 'active', 'suspended'] },
  {
    name: 'role',
    label: 'Role',
    about: 'One of their own, or of a group that they are in',
    options: ROLES.map((role) => ({ value: role, label: roleName(role) })),
  },
  {
    name: 'sort',
    label: 'Order',
    any: 'Newest first',
    options: [
      { value: 'created_at:asc', label: 'Oldest first' },
      { value: 'display_name:asc', label: 'By name' },
      { value: 'email:asc', label: 'By e-mail' },
      { value: 'updated_at:desc', label: 'Last changed first' },
    ],
  },
];

const COLUMNS: Column<Shown<'UserItem'>>[] = [
  { title: 'Name', cell: (user) => user.display_name || user.email },
  { title: 'E-mail', cell: ({ email }) => email, from: 'sm' },
  {
    title: 'Own roles',
    cell: ({ roles }) => (roles.length ? rolesInWords(roles) : <span className="soft">none</span>),
    from: 'md',
  },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  { title: 'Made', cell: (user) => <When at={user.created_at} />, width: '8rem', from: 'lg' },
];

export default function Users() {
  const users = useList('/v1/access/users', { filters: ['q', 'status', 'role', 'sort'] });
  const may = useMay();
  const [invite, inviting] = useDialog((close) => <Invite close={close} />);
  const button = may('access:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={invite}>
      Invite
    </Button>
  );
  return (
    <Page
      title="Users"
      about="The people of this workspace. What they may do comes from their own roles and from those of their groups."
      actions={
        <>
          <CopyAs request={users.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Users"
        list={users}
        columns={COLUMNS}
        to={({ id }) => `/users/${id}`}
        empty={
          <Empty icon="user" title="Nobody yet" action={button}>
            Invite the people who are to work here.
          </Empty>
        }
      />
      {inviting}
    </Page>
  );
}

import {
  type Column,
  type Filter,
  ListPage,
  orderBy,
  rolesInWords,
  type Shown,
  useList,
  When,
} from '../../kit/index.js';
import { EditGroup } from './edit.js';

const FILTERS: Filter[] = [
  orderBy('Newest first', {
    'name:asc': 'By name',
    'member_count:desc': 'Largest first',
    'updated_at:desc': 'Last changed first',
    'created_at:asc': 'Oldest first',
  }),
];

const COLUMNS: Column<Shown<'Group'>>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'What for', cell: ({ description }) => description.slice(0, 200), from: 'lg' },
  {
    title: 'Gives',
    cell: ({ roles }) => (roles.length ? rolesInWords(roles) : <span className="soft">no role</span>),
    from: 'sm',
  },
  { title: 'Members', cell: ({ member_count }) => member_count.toLocaleString(), width: '6.5rem', align: 'right' },
  { title: 'Created', cell: (group) => <When at={group.created_at} />, width: '9.25rem', from: 'md' },
];

export default function Groups() {
  const groups = useList('/v1/access/groups', { filters: FILTERS });
  return (
    <ListPage
      title="Groups"
      about="Everybody in a group has its roles on top of their own."
      list={groups}
      filters={FILTERS}
      columns={COLUMNS}
      to={({ id }) => `/groups/${id}`}
      make={{ button: 'New group', needs: 'access:write', dialog: (close) => <EditGroup close={close} /> }}
      empty={{
        icon: 'users',
        title: 'No groups yet',
        words: 'Make one for each team, and give roles to it instead of to each person.',
      }}
    />
  );
}

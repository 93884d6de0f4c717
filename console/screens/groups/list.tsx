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
  rolesInWords,
  type Shown,
  useDialog,
  useList,
  useMay,
  When,
} from '../../kit/index.js';
import { EditGroup } from './edit.js';

const FILTERS: Filter[] = [
  {
    name: 'sort',
    label: 'Order',
    any: 'Newest first',
    options: [
      { value: 'name:asc', label: 'By name' },
      { value: 'member_count:desc', label: 'Largest first' },
      { value: 'updated_at:desc', label: 'Last changed first' },
      { value: 'created_at:asc', label: 'Oldest first' },
    ],
  },
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
  { title: 'Made', cell: (group) => <When at={group.created_at} />, width: '8rem', from: 'md' },
];

export default function Groups() {
  const groups = useList('/v1/access/groups', { filters: ['sort'] });
  const may = useMay();
  const [make, making] = useDialog((close) => <EditGroup close={close} />);
  const button = may('access:write') && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={make}>
      New group
    </Button>
  );
  return (
    <Page
      title="Groups"
      about="Everybody in a group has its roles on top of their own."
      actions={
        <>
          <CopyAs request={groups.request} />
          {button}
        </>
      }
    >
      <Filters of={FILTERS} />
      <DataTable
        label="Groups"
        list={groups}
        columns={COLUMNS}
        to={({ id }) => `/groups/${id}`}
        empty={
          <Empty icon="users" title="No groups yet" action={button}>
            Make one for each team, and give roles to it instead of to each person.
          </Empty>
        }
      />
      {making}
    </Page>
  );
}

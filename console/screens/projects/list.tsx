import {
  type Column,
  type Filter,
  Go,
  ListPage,
  Named,
  orderBy,
  type Shown,
  Status,
  Tags,
  useList,
  useMe,
} from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';

const COLUMNS: Column<Shown<'ProjectItem'>>[] = [
  { title: 'Name', cell: ({ name }) => name, sort: 'name' },
  { title: 'Status', cell: ({ status }) => <Status is={status} />, width: '7.5rem' },
  {
    title: 'Until',
    cell: ({ target_date, status }) => <Day date={target_date} over={status === 'active'} />,
    from: 'sm',
    width: '9rem',
    sort: 'target_date',
  },
  { title: 'Tags', cell: ({ tags }) => <Tags of={tags} />, from: 'lg', width: '12rem' },
  { title: 'Owner', cell: ({ owner_id }) => <Named of={owner_id} />, from: 'md', width: '10rem' },
];

export default function Projects() {
  const me = useMe();
  const filters: Filter[] = [
    { name: 'q', label: 'Find', placeholder: 'Name' },
    { name: 'status', label: 'Status', options: ['planning', 'active', 'on_hold', 'completed', 'archived'] },
    { name: 'member_id', label: 'Members', any: 'Anybody', options: [{ value: me.id, label: 'You' }] },
    { name: 'tag', label: 'Tag' },
    orderBy('Newest first', {
      'name:asc': 'By name',
      'target_date:asc': 'Due first',
      'updated_at:desc': 'Last changed first',
    }),
  ];
  const list = useList('/v1/project/projects', { filters });
  return (
    <ListPage
      title="Projects"
      about="Work that has an end: its tasks, sprints and time."
      list={list}
      filters={filters}
      columns={COLUMNS}
      to={({ id }) => `/projects/${id}`}
      buttons={<Go to="/records/project.templates">Templates</Go>}
      make={{
        button: 'New project',
        needs: 'project:write',
        dialog: (close) => <Make path="/v1/project/projects" title="Projects" close={close} />,
      }}
      empty={{ icon: 'board', title: 'No projects yet', words: 'Create one from a template, or an empty one.' }}
    />
  );
}

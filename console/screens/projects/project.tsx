import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  type Column,
  DataTable,
  Empty,
  Facts,
  type Filter,
  Filters,
  Go,
  Icon,
  Named,
  Priority,
  Section,
  type Shown,
  Status,
  Tag,
  Tags,
  useDialog,
  useList,
  useMay,
  useSelection,
} from '../../kit/index.js';
import { RecordView } from '../../kit/record/index.js';
import { Day } from '../boards/day.js';
import { NewTask, sprintsOf } from '../tasks/new.js';
import { Sprints } from './sprints.js';

const route = getRouteApi('/projects/$id');

type Project = Shown<'Project'>;

export default function OneProject() {
  const { id } = route.useParams();
  return (
    <RecordView
      key={id}
      id={id}
      within={{ title: 'Projects', to: '/projects' }}
      hide={['name', 'members', 'owner_id', 'start_date', 'target_date', 'description']}
      above={About}
      parts={Parts}
      without={['status']}
      withoutLists={['tasks', 'sprints']}
    />
  );
}

const About = ({ of: project }: { of: Project }) => (
  <Section
    title="About"
    beside={
      <span className="links-row">
        <Go to={`/boards/tasks/${project.id}`}>Board</Go>
        <Go to="/time/report" search={{ project_id: project.id }}>
          Time report
        </Go>
      </span>
    }
  >
    {project.description && <p className="typed">{project.description}</p>}
    <Facts
      of={{
        From: project.start_date && <Day date={project.start_date} over={false} />,
        Until: project.target_date && <Day date={project.target_date} over={project.status === 'active'} />,
        Owner: <Named of={project.owner_id} />,
        Members: (
          <span className="links-row">
            {project.members.map(({ user_id, display_name, role }) => (
              <span key={user_id}>
                {display_name} <span className="soft">{role}</span>
              </span>
            ))}
          </span>
        ),
      }}
    />
  </Section>
);

const Parts = ({ of }: { of: Project }) => (
  <>
    <Tasks of={of} />
    <Sprints project={of.id} closed={of.status === 'archived'} />
  </>
);

type Item = Shown<'TaskItem'>;

const COLUMNS: Column<Item>[] = [
  {
    title: 'Title',
    cell: ({ title }) => title,
    sort: 'title',
  },
  {
    title: 'Priority',
    cell: ({ priority }) => <Priority of={priority} />,
    width: '5.5rem',
    from: 'sm',
    sort: 'priority',
  },
  {
    title: 'Status',
    cell: ({ status, deleted_at }) => (deleted_at ? <Tag tone="warn">In the trash</Tag> : <Status is={status} />),
    width: '7.5rem',
  },
  {
    title: 'Due',
    cell: ({ due_date, status }) => <Day date={due_date} over={!['done', 'cancelled'].includes(status)} />,
    from: 'sm',
    width: '9rem',
    sort: 'due_date',
  },
  { title: 'Labels', cell: ({ labels }) => <Tags of={labels} />, from: 'lg', width: '10rem' },
  {
    title: 'Assignee',
    cell: ({ assignee_id }) => (assignee_id ? <Named of={assignee_id} /> : <span className="soft">Nobody</span>),
    from: 'md',
    width: '10rem',
  },
];

const placeOf = ({ id }: { id: string }) => `/tasks/${id}`;

function Tasks({ of: { id, status, members } }: { of: Project }) {
  const may = useMay()('project:write') && status !== 'archived';
  const filters: Filter[] = [
    { name: 'q', label: 'Find', placeholder: 'Title, text' },
    { name: 'status', label: 'Status', options: ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] },
    {
      name: 'assignee_id',
      label: 'Assignee',
      any: 'Everybody',
      options: members.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
    },
    { name: 'label', label: 'Label' },
    { name: 'include_deleted', label: 'Trash', any: 'Left out', options: [{ value: 'true', label: 'Shown' }] },
  ];
  const list = useList('/v1/project/projects/{project_id}/tasks', { path: { project_id: id }, filters });
  const inputs = useMemo(() => ({ sprint_id: sprintsOf(id) }), [id]);
  const { selection, bar } = useSelection(list.rows, may ? { of: 'task', needs: 'project:write', inputs } : undefined);
  const [add, adding] = useDialog((close) => <NewTask project={id} close={close} />);
  const button = may && (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add}>
      New task
    </Button>
  );
  return (
    <section className="part" aria-label="Tasks">
      <h2>Tasks</h2>
      <Filters of={filters}>{button}</Filters>
      <DataTable
        label="Tasks"
        list={list}
        columns={COLUMNS}
        to={placeOf}
        selection={selection}
        empty={
          <Empty icon="check" title="No tasks yet" action={button}>
            What is to be done stands here.
          </Empty>
        }
      />
      {bar}
      {adding}
    </section>
  );
}

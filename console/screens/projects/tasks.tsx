import { Button } from '@mantine/core';
import { useMemo } from 'react';
import {
  type Column,
  DataTable,
  Empty,
  type Filter,
  Filters,
  Icon,
  NameOf,
  Priority,
  type Shown,
  Status,
  Tag,
  Tags,
  useDialog,
  useList,
  useMay,
  useSelection,
  ViewNotice,
  Views,
} from '../../kit/index.js';
import { type Ask, QuickValue, useQuick } from '../../kit/quick/quick.js';
import { Day } from '../boards/day.js';
import { NewTask, sprintsOf } from '../tasks/new.js';
import { QUICK_TASK, type QuickTask } from '../tasks/quick.js';

type Item = Shown<'TaskItem'>;

const columnsWith = (ask: Ask<QuickTask> | undefined): Column<Item>[] => [
  { title: 'Title', cell: ({ title }) => title, sort: 'title' },
  {
    title: 'Priority',
    cell: (task) => (
      <QuickValue row={task} of="p" label={`Priority of ${task.title}`} ask={ask}>
        {task.priority === 'none' ? <span className="soft">—</span> : <Priority of={task.priority} />}
      </QuickValue>
    ),
    width: '5.5rem',
    from: 'sm',
    sort: 'priority',
  },
  {
    title: 'Status',
    cell: (task) =>
      task.deleted_at ? (
        <Tag tone="warn">In the trash</Tag>
      ) : (
        <QuickValue row={task} of="s" label={`Status of ${task.title}`} ask={ask}>
          <Status is={task.status} />
        </QuickValue>
      ),
    width: '7.5rem',
  },
  {
    title: 'Due',
    cell: (task) => (
      <QuickValue row={task} of="d" label={`Due date of ${task.title}`} ask={ask}>
        {task.due_date ? (
          <Day date={task.due_date} over={!['done', 'cancelled'].includes(task.status)} />
        ) : (
          <span className="soft">—</span>
        )}
      </QuickValue>
    ),
    from: 'sm',
    width: '9rem',
    sort: 'due_date',
  },
  { title: 'Labels', cell: ({ labels }) => <Tags of={labels} />, from: 'lg', width: '10rem' },
  {
    title: 'Assignee',
    cell: (task) => (
      <QuickValue row={task} of="a" label={`Assignee of ${task.title}`} ask={ask}>
        {task.assignee_id ? <NameOf id={task.assignee_id} /> : <span className="soft">Nobody</span>}
      </QuickValue>
    ),
    from: 'md',
    width: '10rem',
  },
];

const placeOf = ({ id }: { id: string }) => `/tasks/${id}`;

/** The tasks of a project as a list. */
export default function Tasks({ of: { id, status, members } }: { of: Shown<'Project'> }) {
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
  const quick = useQuick<QuickTask>(QUICK_TASK, list.rows, { unless: !may });
  const columns = useMemo(() => columnsWith(quick.ask), [quick.ask]);
  const [add, adding] = useDialog((close) => <NewTask project={id} close={close} />);
  const button = may && (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add} aria-keyshortcuts="c">
      New task
    </Button>
  );
  return (
    <section aria-label="Tasks">
      <h2 className="hidden">Tasks</h2>
      <Filters path={list.request.path} of={filters}>
        <Views of={list.request.path} title="Tasks" filters={filters} />
        {button}
      </Filters>
      <ViewNotice of={list.request.path} />
      <DataTable
        label="Tasks"
        list={list}
        columns={columns}
        to={placeOf}
        selection={selection}
        onKey={quick.onKey}
        empty={
          <Empty icon="check" title="No tasks yet" action={button}>
            What is to be done stands here.
          </Empty>
        }
      />
      {bar}
      {quick.shown}
      {adding}
    </section>
  );
}

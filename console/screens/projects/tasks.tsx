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
import { t } from '../../kit/language.js';

type Item = Shown<'TaskItem'>;

const columnsWith = (ask: Ask<QuickTask> | undefined): Column<Item>[] => [
  { title: t('Title'), cell: ({ title }) => title, sort: 'title' },
  {
    title: t('Priority'),
    cell: (task) => (
      <QuickValue row={task} of="p" label={t('Priority of {title}', { title: task.title })} ask={ask}>
        {task.priority === 'none' ? <span className="soft">—</span> : <Priority of={task.priority} />}
      </QuickValue>
    ),
    width: '5.5rem',
    from: 'sm',
    sort: 'priority',
  },
  {
    title: t('Status'),
    cell: (task) =>
      task.deleted_at ? (
        <Tag tone="warn">{t('In the trash')}</Tag>
      ) : (
        <QuickValue row={task} of="s" label={t('Status of {title}', { title: task.title })} ask={ask}>
          <Status is={task.status} />
        </QuickValue>
      ),
    width: '7.5rem',
  },
  {
    title: t('Due'),
    cell: (task) => (
      <QuickValue row={task} of="d" label={t('Due date of {title}', { title: task.title })} ask={ask}>
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
  { title: t('Labels'), cell: ({ labels }) => <Tags of={labels} />, from: 'lg', width: '10rem' },
  {
    title: t('Assignee'),
    cell: (task) => (
      <QuickValue row={task} of="a" label={t('Assignee of {title}', { title: task.title })} ask={ask}>
        {task.assignee_id ? <NameOf id={task.assignee_id} /> : <span className="soft">{t('Nobody')}</span>}
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
    { name: 'q', label: t('Find'), placeholder: t('Title, text') },
    { name: 'status', label: t('Status'), options: ['todo', 'in_progress', 'in_review', 'done', 'cancelled'] },
    {
      name: 'assignee_id',
      label: t('Assignee'),
      any: t('Everybody'),
      options: members.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
    },
    { name: 'label', label: t('Label') },
    { name: 'include_deleted', label: t('Trash'), any: t('Left out'), options: [{ value: 'true', label: t('Shown') }] },
  ];
  const list = useList('/v1/project/projects/{project_id}/tasks', { path: { project_id: id }, filters });
  const inputs = useMemo(() => ({ sprint_id: sprintsOf(id) }), [id]);
  const { selection, bar } = useSelection(list.rows, may ? { of: 'task', needs: 'project:write', inputs } : undefined);
  const quick = useQuick<QuickTask>(QUICK_TASK, list.rows, { unless: !may });
  const columns = useMemo(() => columnsWith(quick.ask), [quick.ask]);
  const [add, adding] = useDialog((close) => <NewTask project={id} close={close} />);
  const button = may && (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={add} aria-keyshortcuts="c">
      {t('New task')}
    </Button>
  );
  return (
    <section aria-label={t('Tasks')}>
      <h2 className="hidden">{t('Tasks')}</h2>
      <Filters path={list.request.path} of={filters}>
        <Views of={list.request.path} title={t('Tasks')} filters={filters} />
        {button}
      </Filters>
      <ViewNotice of={list.request.path} />
      <DataTable
        label={t('Tasks')}
        list={list}
        columns={columns}
        to={placeOf}
        selection={selection}
        onKey={quick.onKey}
        empty={
          <Empty icon="check" title={t('No tasks yet')} action={button}>
            {t('What is to be done stands here.')}
          </Empty>
        }
      />
      {bar}
      {quick.shown}
      {adding}
    </section>
  );
}

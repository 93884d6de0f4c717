import { useState } from 'react';
import {
  Board,
  type Filter,
  Filters,
  type Place,
  placeOf,
  Priority,
  type Shown,
  suite,
  Tag,
  useMay,
  ViewNotice,
  Views,
  worded,
} from '../../kit/index.js';
import { useQuick } from '../../kit/quick/quick.js';
import { NewTask } from '../tasks/new.js';
import { PRIORITIES, QUICK_TASK, type QuickTask, STATUSES } from '../tasks/quick.js';
import { Day } from './day.js';
import { Person } from './person.js';
import styles from './boards.module.css';
import { t } from '../../kit/language.js';

type Task = Shown<'TaskItem'>;

const PATH = '/v1/project/projects/{project_id}/tasks';

/** The tasks of a project by their status. */
export default function TaskBoard({ of: { id, name, status, members } }: { of: Shown<'Project'> }) {
  const may = useMay()('project:write') && status !== 'archived';
  const [creating, create] = useState<string | null>(null);
  const quick = useQuick<QuickTask>(QUICK_TASK, [], { unless: status === 'archived' });
  const filters: Filter[] = [
    { name: 'q', label: t('Text') },
    {
      name: 'assignee_id',
      label: t('Assignee'),
      any: t('Everybody'),
      options: members.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
    },
    { name: 'priority', label: t('Priority'), options: PRIORITIES },
    { name: 'label', label: t('Label') },
  ];
  const nameOf = (user: string | null) => members.find(({ user_id }) => user_id === user)?.display_name;
  return (
    <>
      <Filters path={PATH} of={filters} without={['status']}>
        <Views key={id} of={PATH} title={t('Tasks')} layout="board" filters={filters} />
      </Filters>
      <ViewNotice of={PATH} />
      <Board<Task>
        label={t('Tasks of {name}', { name })}
        path={PATH}
        names={{ project_id: id }}
        filters={filters}
        columns={STATUSES.map((key) => ({
          key,
          title: worded(key),
          query: { status: key, parent_id: 'none', sort: 'rank:asc' },
        }))}
        ranked
        name={({ title }) => title}
        to={(task) => placeOf(task.id)}
        face={(task) => (
          <>
            <Priority of={task.priority} />
            <Day date={task.due_date} over={!['done', 'cancelled'].includes(task.status)} />
            {task.labels.slice(0, 1).map((label) => (
              <Tag key={label}>{label}</Tag>
            ))}
            <span className={`soft ${styles.who}`}>
              {task.assignee_id ? <Person name={nameOf(task.assignee_id) ?? task.assignee_id} /> : t('Nobody')}
            </span>
          </>
        )}
        onKey={quick.onKey}
        add={may ? { noun: t('task'), open: create } : undefined}
        move={may ? moveTask : undefined}
      />
      {quick.shown}
      {creating && <NewTask project={id} status={creating as Task['status']} close={() => create(null)} />}
    </>
  );
}

/** First where it stands, then what it is: a task that is done already is not to be put at the end once more. */
async function moveTask(task: Task, from: string, { column, after, before }: Place<Task>): Promise<object> {
  const params = { path: { id: task.id } };
  const beside = before ? { before: before.id } : after && { after: after.id };
  const status = column as Task['status'];
  const moved = beside && (await suite.post('/v1/project/tasks/{id}/move', { params, body: beside }));
  return status === from ? (moved ?? {}) : suite.patch('/v1/project/tasks/{id}', { params, body: { status } });
}

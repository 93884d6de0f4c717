import { NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import {
  Calm,
  Facts,
  Id,
  Named,
  NameOf,
  offerUndo,
  placeOf,
  Priority,
  Problem,
  Ready,
  Section,
  type Shown,
  suite,
  Tags,
  useAction,
  useMay,
  useName,
  useRead,
  worded,
} from '../../kit/index.js';
import { QuickValue, useQuick } from '../../kit/quick/quick.js';
import { RecordView } from '../../kit/record/index.js';
import { durationInWords } from '../../kit/schema/fields.js';
import { Day } from '../boards/day.js';
import { Comments } from './comments.js';
import { sprintsOf } from './new.js';
import { QUICK_TASK, type QuickTask, STATUSES } from './quick.js';
import { Repeat } from './repeat.js';
import { TaskRows } from './rows.js';
import styles from './tasks.module.css';
import { StartTimer } from './timer.js';
import { inSentence, t } from '../../kit/language.js';

const route = getRouteApi('/tasks/$id');

type Task = Shown<'ProjectTask'>;

const HIDDEN = [
  'title',
  'description',
  'priority',
  'assignee_id',
  'due_date',
  'labels',
  'project_id',
  'parent_id',
  'sprint_id',
  'rank',
  'time_spent_seconds',
  'subtasks',
];

export default function OneTask() {
  const { id } = route.useParams();
  const { data } = useRead('/v1/project/tasks/{id}', { path: { id }, query: { include_deleted: true } });
  const project = data?.project_id;
  const name = useName(project);
  const inputs = useMemo(() => (project ? { sprint_id: sprintsOf(project) } : undefined), [project]);
  return (
    <RecordView
      key={id}
      id={id}
      within={project && name ? { title: name, to: placeOf(project) } : { title: t('Projects'), to: '/projects' }}
      hide={HIDDEN}
      above={About}
      parts={Parts}
      withoutLists={['comments']}
      without={['status']}
      inputs={inputs}
      actions={Actions}
    />
  );
}

function About({ of: task }: { of: Task }) {
  const { ask, shown } = useQuick<QuickTask>(QUICK_TASK, [task], { ofPage: true });
  const quick = (of: string, name: string, value: ReactNode) => (
    <QuickValue row={task} of={of} label={t('{name} of {title}', { name, title: task.title })} ask={ask}>
      {value || <span className="soft">{t('None')}</span>}
    </QuickValue>
  );
  return (
    <Section title={t('About')}>
      {task.description && <p className="typed">{task.description}</p>}
      <Facts
        of={{
          [t('Project')]: <Named of={task.project_id} />,
          ...(task.parent_id && { [t('Part of')]: <Named of={task.parent_id} /> }),
          [t('Assignee')]: quick('a', t('Assignee'), task.assignee_id && <NameOf id={task.assignee_id} />),
          [t('Due')]: quick(
            'd',
            t('Due date'),
            task.due_date && <Day date={task.due_date} over={!['done', 'cancelled'].includes(task.status)} />,
          ),
          [t('Priority')]: quick(
            'p',
            t('Priority'),
            task.priority !== 'none' && (
              <span className="links-row">
                <Priority of={task.priority} /> {worded(task.priority)}
              </span>
            ),
          ),
          [t('Labels')]: quick('l', t('Labels'), task.labels.length > 0 && <Tags of={task.labels} />),
          [t('Sprint')]: task.sprint_id && <Sprint id={task.sprint_id} />,
          [t('Time spent')]: task.time_spent_seconds > 0 && durationInWords(task.time_spent_seconds),
        }}
      />
      {shown}
    </Section>
  );
}

const Sprint = ({ id }: { id: string }) => (
  <Id of={id} as={useRead('/v1/project/sprints/{id}', { path: { id } }).data?.name} />
);

function Actions({ of: { id, title, status } }: { of: Task }) {
  const may = useMay()('project:write');
  const set = (to: Task['status']) =>
    suite.patch('/v1/project/tasks/{id}', { params: { path: { id } }, body: { status: to } });
  // The choice is kept: other rows may be drawn by the time the answer is there.
  const chosen = useRef({ to: status, from: status });
  const change = useAction(() => set(chosen.current.to), {
    after: () => {
      const { to, from } = chosen.current;
      offerUndo(t('The task is {to}.', { to: inSentence(worded(to)) }), () => set(from));
    },
  });
  if (!may) return null;
  return (
    <>
      <StartTimer task={id} name={title} />
      <NativeSelect
        aria-label={t('Status')}
        value={status}
        disabled={change.running}
        onChange={({ currentTarget }) => {
          chosen.current = { to: currentTarget.value as Task['status'], from: status };
          change.run();
        }}
        data={STATUSES.map((each) => ({ value: each, label: worded(each) }))}
      />
      {change.error && <Problem error={change.error} />}
    </>
  );
}

function Parts({ of: task }: { of: Task }) {
  return (
    <>
      {!task.parent_id && <Subtasks of={task} />}
      {!task.parent_id && <Repeat of={task} />}
      <Comments task={task.id} />
    </>
  );
}

function Subtasks({ of: task }: { of: Task }) {
  const may = useMay()('project:write');
  const subtasks = useRead('/v1/project/projects/{project_id}/tasks', {
    path: { project_id: task.project_id },
    query: { parent_id: task.id, limit: 100, sort: 'rank:asc' },
  });
  const [title, setTitle] = useState('');
  const add = useAction(
    () => suite.post('/v1/project/tasks/{id}/subtasks', { params: { path: { id: task.id } }, body: { title } }),
    { after: () => setTitle('') },
  );
  const all = subtasks.data?.data ?? [];
  const done = all.filter(({ status }) => status === 'done').length;
  return (
    <Section
      title={t('Subtasks')}
      beside={all.length > 0 && <span className="soft">{t('{done} of {all} done', { done, all: all.length })}</span>}
    >
      <Ready of={subtasks}>
        {({ data }) => (data.length ? <TaskRows of={data} /> : !may && <Calm>{t('None')}</Calm>)}
      </Ready>
      {may && (
        <form
          className={styles.subtask}
          onSubmit={(event) => {
            event.preventDefault();
            if (title.trim()) add.run();
          }}
        >
          <TextInput
            aria-label={t('New subtask')}
            placeholder={t('Title of a subtask, then Enter')}
            value={title}
            disabled={add.running}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </form>
      )}
      {add.error && <Problem error={add.error} />}
    </Section>
  );
}

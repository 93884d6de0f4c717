import { Checkbox } from '@mantine/core';
import { Go, offerUndo, Priority, Problem, Status, suite, useAction, useMay } from '../../kit/index.js';
import { Day } from '../boards/day.js';
import type { Task } from './my-tasks.js';
import { StartTimer } from './timer.js';

/** Tasks in a row each, to tick off. */
export const TaskRows = ({ of }: { of: readonly Task[] }) => (
  <ul className="tasks">
    {of.map((task) => (
      <Row key={task.id} of={task} />
    ))}
  </ul>
);

function Row({ of: { id, title, status, priority, due_date } }: { of: Task }) {
  const may = useMay()('project:write');
  const set = (to: typeof status) =>
    suite.patch('/v1/project/tasks/{id}', { params: { path: { id } }, body: { status: to } });
  const isDone = status === 'done';
  const finish = useAction(() => set(isDone ? 'todo' : 'done'), {
    after: () => offerUndo(isDone ? 'The task is open again.' : 'The task is done.', () => set(status)),
  });
  return (
    <li>
      {may && (
        <Checkbox
          aria-label={`Done: ${title}`}
          checked={isDone !== finish.running}
          disabled={finish.running}
          onChange={finish.run}
        />
      )}
      <Priority of={priority} />
      <Go to={`/tasks/${id}`} className="plain">
        {title}
      </Go>
      <span className="tasks-more">
        {status !== 'todo' && <Status is={status} />}
        <Day date={due_date} over />
        {may && <StartTimer task={id} name={title} small />}
      </span>
      {finish.error && <Problem error={finish.error} />}
    </li>
  );
}

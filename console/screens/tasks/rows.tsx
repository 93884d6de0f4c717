import { Checkbox } from '@mantine/core';
import { memo, useState } from 'react';
import { Go, offerUndo, Priority, Problem, Status, suite, useAction, useMay } from '../../kit/index.js';
import { Day } from '../boards/day.js';
import type { Task } from './my-tasks.js';
import { StartTimer } from './timer.js';

/** Rows that are drawn unless people ask for all: 20 projects with 100 tasks each would take a second. */
const FIRST_ROWS = 20;

/** Tasks in a row each, to tick off. */
export function TaskRows({ of }: { of: readonly Task[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul className="tasks">
        {(all ? of : of.slice(0, FIRST_ROWS)).map(({ id, title, status, priority, due_date }) => (
          <Row key={id} id={id} title={title} status={status} priority={priority} due_date={due_date} />
        ))}
      </ul>
      {!all && of.length > FIRST_ROWS && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          Show all {of.length} tasks
        </button>
      )}
    </>
  );
}

type RowProps = Pick<Task, 'id' | 'title' | 'status' | 'priority' | 'due_date'>;

/** Drawn again only where its task has changed. */
const Row = memo(function Row({ id, title, status, priority, due_date }: RowProps) {
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
});

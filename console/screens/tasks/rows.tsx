import { Checkbox } from '@mantine/core';
import { memo, useState } from 'react';
import { offerUndo, useAction } from '../../kit/action.js';
import { suite, useMay } from '../../kit/api.js';
import { Problem } from '../../kit/errors.js';
import { Go } from '../../kit/page.js';
import { Priority } from '../../kit/priority.js';
import { Status } from '../../kit/tag.js';
import { Day } from '../boards/day.js';
import { QuickValue, useQuick } from '../../kit/quick/quick.js';
import { QUICK_TASK, type QuickTask } from './quick.js';
import { StartTimer } from './timer.js';
import { t } from '../../kit/language.js';

/** Rows that are drawn unless people ask for all: 20 projects with 100 tasks each would take a second. */
const FIRST_ROWS = 20;

/** Tasks in a row each, to tick off. The date opens its choices, and so do the keys of a task on the focused row. */
export function TaskRows({ of }: { of: readonly QuickTask[] }) {
  const [all, setAll] = useState(false);
  const { ask, onKey, shown } = useQuick(QUICK_TASK, of);
  return (
    <>
      <ul className="tasks">
        {(all ? of : of.slice(0, FIRST_ROWS)).map((task) => (
          <Row key={task.id} task={task} ask={ask} onKey={onKey} />
        ))}
      </ul>
      {!all && of.length > FIRST_ROWS && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {t('Show all {of} tasks', { of: of.length })}
        </button>
      )}
      {shown}
    </>
  );
}

interface RowProps extends Pick<ReturnType<typeof useQuick<QuickTask>>, 'ask' | 'onKey'> {
  task: QuickTask;
}

/** Drawn again only where its task has changed. */
const Row = memo(function Row({ task, ask, onKey }: RowProps) {
  const { id, title, status, priority, due_date } = task;
  const may = useMay()('project:write');
  const set = (to: typeof status) =>
    suite.patch('/v1/project/tasks/{id}', { params: { path: { id } }, body: { status: to } });
  const isDone = status === 'done';
  const finish = useAction(() => set(isDone ? 'todo' : 'done'), {
    after: () => offerUndo(isDone ? t('The task is open again.') : t('The task is done.'), () => set(status)),
  });
  return (
    <li onKeyDown={(event) => void ((event.target as Element).matches('li > a') && onKey?.(event, task))}>
      {may && (
        <Checkbox
          aria-label={t('Done: {title}', { title })}
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
        {(due_date || ask) && (
          <QuickValue row={task} of="d" label={t('Due date of {title}', { title })} ask={ask}>
            {due_date ? <Day date={due_date} over /> : <span className="soft">{t('No date')}</span>}
          </QuickValue>
        )}
        {may && <StartTimer task={id} name={title} small />}
      </span>
      {finish.error && <Problem error={finish.error} />}
    </li>
  );
});

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Dialog, follow, Form, offerUndo, type Shown, suite, useContract, useDialog } from '../../kit/index.js';
import { bodyOfNew, fieldsOf, type FormField, valuesOf } from '../../kit/schema/fields.js';
import { Input } from '../../kit/schema/input.js';
import { sprintsOf } from './new.js';

/** Tasks that one request changes. */
const MOST = 100;

const FIELDS = ['status', 'assignee_id', 'priority', 'due_date', 'sprint_id'];

type Item = Shown<'TaskItem'>;

interface BulkProps {
  tasks: readonly Item[];
  project: string;
  done: () => void;
}

/** Actions for the tasks that are ticked. */
export function Bulk({ tasks, project, done }: BulkProps) {
  const [open, dialog] = useDialog((close) => <Change tasks={tasks} project={project} close={close} done={done} />);
  return (
    <div className="bulk" role="region" aria-label="Chosen tasks">
      <strong role="status">{tasks.length === 1 ? '1 task is chosen' : `${tasks.length} tasks are chosen`}</strong>
      <Button onClick={open} disabled={tasks.length > MOST}>
        Change
      </Button>
      <Button variant="default" onClick={done}>
        Choose none
      </Button>
      {dialog}
    </div>
  );
}

/** Changes the fields that are filled in, of all of them. */
function Change({ tasks, project, close, done }: BulkProps & { close: () => void }) {
  const contract = useContract();
  const Sprint = useMemo(() => sprintsOf(project), [project]);
  const fields = useMemo((): FormField[] => {
    const schema = contract?.components.schemas['TaskUpdates'];
    const all = contract && schema ? fieldsOf(contract, follow(contract, schema)) : [];
    return FIELDS.flatMap((name) => all.find((field) => field.name === name) ?? []);
  }, [contract]);
  return (
    <Dialog onClose={close} title={tasks.length === 1 ? 'Change the task' : `Change ${tasks.length} tasks`}>
      <div className="stack">
        <p className="soft">Fields that you leave empty stay as they are in each task.</p>
        <Form
          key={fields.length}
          initial={valuesOf(fields)}
          submit={async (values) => {
            const updates = bodyOfNew(fields, values);
            await suite.post(BULK, { body: { task_ids: tasks.map(({ id }) => id), updates } });
            return updates;
          }}
          after={(updates) => {
            close();
            done();
            offerUndo('They are changed.', () => takeBack(tasks, Object.keys(updates)));
          }}
          button="Change"
          cancel={close}
        >
          {(field) =>
            fields.map((each) => {
              const Shown = each.name === 'sprint_id' ? Sprint : Input;
              return (
                <Shown
                  key={each.name}
                  of={each}
                  value={field.values[each.name]}
                  onChange={(value) => field.set(each.name, value)}
                  error={field.at(`updates.${each.name}`)}
                  at={field.at}
                  path={`updates.${each.name}`}
                  values={field.values}
                />
              );
            })
          }
        </Form>
      </div>
    </Dialog>
  );
}

const BULK = '/v1/project/tasks/bulk-update';

/** Gives tasks the values that they had. Those that had the same are changed by one request. */
async function takeBack(tasks: readonly Item[], fields: readonly string[]): Promise<void> {
  const before = (task: Item) => Object.fromEntries(fields.map((name) => [name, task[name as keyof Item]]));
  const alike = Map.groupBy(tasks, (task) => JSON.stringify(before(task)));
  for (const group of alike.values())
    await suite.post(BULK, { body: { task_ids: group.map(({ id }) => id), updates: before(group[0]!) } });
}

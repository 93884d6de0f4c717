import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Dialog, follow, Form, suite, useContract, useDialog } from '../../kit/index.js';
import { bodyOfNew, fieldsOf, type FormField, valuesOf } from '../../kit/schema/fields.js';
import { Input } from '../../kit/schema/input.js';
import { sprintsOf } from './new.js';

/** Tasks that one request changes. */
const MOST = 100;

const FIELDS = ['status', 'assignee_id', 'priority', 'due_date', 'sprint_id'];

interface BulkProps {
  ids: string[];
  project: string;
  done: () => void;
}

/** Actions for the tasks that are ticked. */
export function Bulk({ ids, project, done }: BulkProps) {
  const [open, dialog] = useDialog((close) => <Change ids={ids} project={project} close={close} done={done} />);
  return (
    <div className="bulk" role="region" aria-label="Chosen tasks">
      <strong role="status">{ids.length === 1 ? '1 task is chosen' : `${ids.length} tasks are chosen`}</strong>
      <Button onClick={open} disabled={ids.length > MOST}>
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
function Change({ ids, project, close, done }: BulkProps & { close: () => void }) {
  const contract = useContract();
  const Sprint = useMemo(() => sprintsOf(project), [project]);
  const fields = useMemo((): FormField[] => {
    const schema = contract?.components.schemas['TaskUpdates'];
    const all = contract && schema ? fieldsOf(contract, follow(contract, schema)) : [];
    return FIELDS.flatMap((name) => all.find((field) => field.name === name) ?? []);
  }, [contract]);
  return (
    <Dialog onClose={close} title={ids.length === 1 ? 'Change the task' : `Change ${ids.length} tasks`}>
      <div className="stack">
        <p className="soft">Fields that you leave empty stay as they are in each task.</p>
        <Form
          key={fields.length}
          initial={valuesOf(fields)}
          submit={(values) =>
            suite.post('/v1/project/tasks/bulk-update', { body: { task_ids: ids, updates: bodyOfNew(fields, values) } })
          }
          after={() => {
            close();
            done();
          }}
          done="They are changed."
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

import { explain, refresh, type Shown, suite, toast, useRead } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';
import { t } from '../../kit/language.js';

/** The sprints of a project that are not over. */
export const sprintsOf = (project: string) =>
  function Sprint(input: InputProps) {
    const sprints = useRead('/v1/project/projects/{project_id}/sprints', {
      path: { project_id: project },
      query: { limit: 100 },
    });
    const open = (sprints.data?.data ?? []).filter(({ id, status }) => status !== 'completed' || id === input.value);
    return (
      <Selected {...input} none={t('No sprint')} options={open.map(({ id, name }) => ({ value: id, label: name }))} />
    );
  };

interface NewTaskProps {
  project: string;
  /** The column of the board that it is created in. People stay there. */
  status?: Shown<'ProjectTask'>['status'];
  close: () => void;
}

export const NewTask = ({ project, status, close }: NewTaskProps) => (
  <Make
    path="/v1/project/projects/{project_id}/tasks"
    names={{ project_id: project }}
    list="Tasks"
    inputs={{ sprint_id: sprintsOf(project) }}
    stay={status !== undefined}
    after={({ id }) => status && status !== 'todo' && void moveTo(id, status)}
    close={close}
  />
);

/** The API creates tasks in the first column. */
async function moveTo(id: string, status: NonNullable<NewTaskProps['status']>): Promise<void> {
  try {
    await suite.patch('/v1/project/tasks/{id}', { params: { path: { id } }, body: { status } });
    await refresh();
  } catch (error) {
    toast(t('The task stays in To do. {reason}', { reason: explain(error).text }));
  }
}

import { useRead } from '../../kit/index.js';
import { Make } from '../../kit/record/index.js';
import { type InputProps, Selected } from '../../kit/schema/input.js';

/** The sprints of a project that are not over. */
export const sprintsOf = (project: string) =>
  function Sprint(input: InputProps) {
    const sprints = useRead('/v1/project/projects/{project_id}/sprints', {
      path: { project_id: project },
      query: { limit: 100 },
    });
    const open = (sprints.data?.data ?? []).filter(({ id, status }) => status !== 'completed' || id === input.value);
    return <Selected {...input} none="No sprint" options={open.map(({ id, name }) => ({ value: id, label: name }))} />;
  };

export const NewTask = ({ project, close }: { project: string; close: () => void }) => (
  <Make
    path="/v1/project/projects/{project_id}/tasks"
    names={{ project_id: project }}
    title="Tasks"
    inputs={{ sprint_id: sprintsOf(project) }}
    close={close}
  />
);

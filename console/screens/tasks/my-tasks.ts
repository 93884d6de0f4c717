import { useQuery } from '@tanstack/react-query';
import { type Shown, suite, useMay, useMe } from '../../kit/api.js';

/** Projects of a person that are looked at for tasks of theirs. */
const MAX_PROJECTS = 20;

const OPEN = ['todo', 'in_progress', 'in_review'] as const;

export type Task = Shown<'TaskItem'> & { project: string };

/** The open tasks of whoever is signed in, in the active projects that they are a member of, the ones due first. */
export function useMyTasks() {
  const { id } = useMe();
  const may = useMay()('project:read');
  return useQuery({
    queryKey: ['my tasks', id],
    enabled: may,
    queryFn: async ({ signal }): Promise<Task[]> => {
      const { data: projects } = await suite.get('/v1/project/projects', {
        params: { query: { member_id: id, sort: 'updated_at:desc', limit: MAX_PROJECTS } },
        signal,
      });
      const open = projects.filter(({ status }) => status === 'active' || status === 'planning');
      const lists = await Promise.all(
        open.map(async (project) => {
          const { data } = await suite.get('/v1/project/projects/{project_id}/tasks', {
            params: { path: { project_id: project.id }, query: { assignee_id: id, sort: 'due_date:asc', limit: 100 } },
            signal,
          });
          return data
            .filter(({ status }) => OPEN.includes(status as never))
            .map((task) => ({ ...task, project: project.name }));
        }),
      );
      // Days are texts that sort as they follow each other; tasks without one come last.
      return lists.flat().toSorted((a, b) => ((a.due_date ?? '9999') < (b.due_date ?? '9999') ? -1 : 1));
    },
  });
}

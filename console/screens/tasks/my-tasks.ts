import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { type Shown, suite, useMay, useMe, useRead } from '../../kit/api.js';

/** Projects of a person that are looked at for tasks of theirs. */
const MAX_PROJECTS = 20;

const OPEN = ['todo', 'in_progress', 'in_review'] as const;

const TASKS = '/v1/project/projects/{project_id}/tasks';

export type Task = Shown<'TaskItem'> & { project: string };

/** The open tasks of whoever is signed in, in the active projects that they are a member of, the ones due first. */
export function useMyTasks(): UseQueryResult<Task[]> {
  const { id: assignee_id } = useMe();
  const when = useMay()('project:read');
  const query = { member_id: assignee_id, sort: 'updated_at:desc', limit: MAX_PROJECTS };
  const projects = useRead('/v1/project/projects', { query, when });
  const open = projects.data?.data.filter(({ status }) => status === 'active' || status === 'planning');
  const tasks = useQuery({
    // As of a list of tasks, so that events of tasks refresh it.
    queryKey: [TASKS, {}, { assignee_id, projects: open?.map(({ id, name }) => [id, name]) }],
    enabled: open !== undefined,
    queryFn: () => tasksOf(assignee_id, open!),
    placeholderData: keepPreviousData,
  });
  return projects.error ? (projects as UseQueryResult<never>) : tasks;
}

async function tasksOf(assignee_id: string, projects: readonly { id: string; name: string }[]): Promise<Task[]> {
  if (!projects.length) return [];
  const lists = await suite.batchEach((batch) =>
    projects.map(({ id }) =>
      batch.get(TASKS, {
        params: { path: { project_id: id }, query: { assignee_id, sort: 'due_date:asc', limit: 100 } },
      }),
    ),
  );
  // A project that was deleted since has none.
  const failed = lists.find(({ status }) => status >= 400 && status !== 404);
  if (failed) throw failed.error;
  const tasks = lists.flatMap(({ body }, index) =>
    (body?.data ?? [])
      .filter(({ status }) => OPEN.includes(status as never))
      .map((task) => ({ ...task, project: projects[index]!.name })),
  );
  // Days are texts that sort as they follow each other; tasks without one come last.
  return tasks.toSorted((a, b) => ((a.due_date ?? '9999') < (b.due_date ?? '9999') ? -1 : 1));
}

import { useMe, useRead } from '../../kit/index.js';
import { useExports, useImports } from '../background-work/running.js';

/** Milliseconds after which it looks again: queues and webhooks have no events. */
const EVERY_MS = 15_000;

/** Number of failures that the reader can see; null until that is known. */
export function useFailures(): number | null {
  const { operator } = useMe();
  const options = { every: EVERY_MS, when: operator };
  const backlog = useRead('/v1/operations/backlog', { query: FAILING, ...options });
  const queues = useRead('/v1/operations/queues', options);
  const tasks = useRead('/v1/operations/tasks', options);
  const webhooks = useRead('/v1/webhooks', { query: { limit: 100 }, every: EVERY_MS, when: !operator });
  const [exports, imports] = [useExports(), useImports()];
  if ([backlog, queues, tasks, webhooks, exports, imports].some(({ isLoading }) => isLoading)) return null;
  if (operator) {
    const jobs = queues.data?.data.filter(({ failed }) => failed > 0) ?? [];
    const failed = tasks.data?.data.filter(({ result }) => result === 'failed') ?? [];
    return (backlog.data?.meta.total ?? 0) + jobs.length + failed.length;
  }
  const failing = webhooks.data?.data.filter(
    ({ paused_reason, consecutive_failures }) => consecutive_failures > 0 || isFailure(paused_reason),
  );
  const ended = [...(exports.data?.data ?? []), ...(imports.data?.data ?? [])];
  return (failing?.length ?? 0) + ended.filter(({ status }) => status === 'failed').length;
}

/** The query of the failing part of the backlog: what the overview shows of it. */
export const FAILING = { status: 'failing', limit: 6 } as const;

const isFailure = (reason: string | null): boolean => reason !== null && reason !== 'manual';

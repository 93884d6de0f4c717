import { useQueries } from '@tanstack/react-query';
import { read, type Shown, useMay, useRead } from '../../kit/index.js';

/** Milliseconds after which it looks again. */
export const EVERY_MS = 5000;

/** Of each kind; older ones change nothing any more. */
const MOST = 10;

/** The webhooks that were made last, which is nearly always all: each has replays of its own. */
const MOST_WEBHOOKS = 20;

export const useExports = () =>
  useRead('/v1/guard/exports', { query: { limit: MOST }, every: EVERY_MS, when: useMay()('guard:read') });

export const useImports = () =>
  useRead('/v1/sales/imports', { query: { limit: MOST }, every: EVERY_MS, when: useMay()('sales:read') });

/** Replays of the webhooks that the reader sees, the newest first; null before the first answer. */
export function useReplays(): (Shown<'ReplayItem'> & { url: string })[] | null {
  const { data } = useRead('/v1/webhooks', { query: { limit: MOST_WEBHOOKS } });
  const webhooks = data?.data ?? [];
  const answers = useQueries({
    queries: webhooks.map(({ id }) => ({
      queryKey: ['/v1/webhooks/{id}/replays', { id }, { limit: MOST }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read('/v1/webhooks/{id}/replays', { params: { path: { id }, query: { limit: MOST } }, signal }),
      refetchInterval: EVERY_MS,
    })),
  });
  if (!data || answers.some(({ isPending }) => isPending)) return null;
  return answers
    .flatMap((answer, index) =>
      ((answer.data?.data ?? []) as Shown<'ReplayItem'>[]).map((replay) => ({ ...replay, url: webhooks[index]!.url })),
    )
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** What is not at its end yet. */
export const isRunning = ({ status }: { status: string }): boolean =>
  ['pending', 'processing', 'running'].includes(status);

import { isRunning, useMay, useRead } from '../../kit/index.js';

/** Milliseconds after which it looks again: events tell that work begins, not how far it is. */
export const EVERY_MS = 5000;

/** Of each kind; older ones change nothing any more. */
const MAX_OF_A_KIND = 10;

const PROGRESS = { every: EVERY_MS, whileAny: (row: { status: string }) => isRunning(row) };

export const useExports = () =>
  useRead('/v1/guard/exports', { query: { limit: MAX_OF_A_KIND }, ...PROGRESS, when: useMay()('guard:read') });

export const useImports = () =>
  useRead('/v1/sales/imports', { query: { limit: MAX_OF_A_KIND }, ...PROGRESS, when: useMay()('sales:read') });

/** Replays of the webhooks that the reader sees. They have no events. */
export const useReplays = () => useRead('/v1/webhooks/replays', { query: { limit: MAX_OF_A_KIND }, every: EVERY_MS });

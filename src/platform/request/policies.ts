import type { RequestContext } from '../context/request-context.js';
import type { AskedRecord } from '../security/denials.js';
import type { Load, Route } from './routes.js';

/**
 * 403 where a policy denies a route: what it is about, and the records that its path names. Asked before they are loaded,
 * when only policies about whole types can deny it, and again once they are there.
 */
export function refuseDenied(route: Route, context: RequestContext): void {
  if (!context.restrictions) return;
  const { resource, exports = resource } = route.endpoint!;
  for (const ask of route.asks) context.restrictions.refuse(resource, ask);
  if (exports !== resource) context.restrictions.refuse(exports, 'read');
  if (route.asks.includes('export')) refuseExport(context);
  if (route.parent) refuseLoaded(route, route.parent, context, context.parent);
  if (route.loads) refuseLoaded(route, route.loads, context, context.record);
}

/** The same for one record of the path. Under the path of another record one asks to read that one, or to change it. */
export function refuseLoaded(
  { asks, endpoint, writes }: Route,
  { store }: Load,
  { restrictions }: RequestContext,
  record: object | null,
): void {
  const { resource } = store;
  const asked = resource === endpoint!.resource ? asks : ([writes ? 'write' : 'read'] as const);
  for (const ask of asked) restrictions?.refuse(resource, ask, (record as AskedRecord | null) ?? undefined);
}

/** The same for the records that leave with the answer as a file, and for the one of the path that they belong to. */
export function refuseExport({ restrictions, route, record }: RequestContext): void {
  const { resource, exports = resource } = route!.endpoint!;
  const named = route!.loads?.store.resource;
  for (const each of new Set([resource, exports]))
    restrictions?.refuse(each, 'export', each === named ? ((record as AskedRecord | null) ?? undefined) : undefined);
}

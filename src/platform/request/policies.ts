import type { RequestContext } from '../context/request-context.js';
import type { AskedRecord } from '../security/denials.js';
import type { Load, Route } from './routes.js';

/**
 * 403 where a policy denies a route: what it is about, and the records that its path names. Asked before they are loaded,
 * when only policies about whole types can deny it, and again once they are there.
 */
export function refuseDenied(route: Route, context: RequestContext): void {
  if (!context.restrictions) return;
  const { resource, exports } = route.endpoint!;
  for (const ask of route.asks) context.restrictions.refuse(resource, ask);
  if (exports && exports !== resource)
    for (const ask of ['read', 'export'] as const) context.restrictions.refuse(exports, ask);
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

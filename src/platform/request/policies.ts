import type { RequestContext } from '../context/request-context.js';
import type { Resource } from '../resource/define.js';
import type { AccessKind, PolicyRecord } from '../security/policy-matcher.js';
import type { Load, Route } from './routes.js';

/**
 * What a request by a route asks policies about types: its own, that of the records which leave with the answer, and those of the
 * records on its path, which it asks to read, or to change. `asFile`: the answer of a report that gives JSON or a file is the
 * file. Enforcement and simulation both ask this.
 */
export function questionsOf(
  { asks, endpoint, loads, parent, writes }: Route,
  asFile = asks.includes('export'),
): { resource: Resource; ask: AccessKind }[] {
  const { resource, exports = resource } = endpoint!;
  const own: AccessKind[] = asFile && !asks.includes('export') ? [...asks, 'export'] : [...asks];
  const others: AccessKind[] = exports === resource ? [] : asFile ? ['read', 'export'] : ['read'];
  const path = [parent, loads].flatMap((load) => load?.store.resource ?? []).filter((each) => each !== resource);
  return [
    ...own.map((ask) => ({ resource, ask })),
    ...others.map((ask) => ({ resource: exports, ask })),
    ...path.map((each) => ({ resource: each, ask: writes ? ('write' as const) : ('read' as const) })),
  ];
}

/**
 * 403 where a policy denies a route: what it is about, and the records that its path names. Asked before they are loaded,
 * when only policies about whole types can deny it, and again once they are there.
 */
export function refuseRoute(route: Route, context: RequestContext): void {
  if (!context.restrictions) return;
  for (const { resource, ask } of questionsOf(route)) refuse(resource, ask, context, route);
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
  const accessKinds = resource === endpoint!.resource ? asks : ([writes ? 'write' : 'read'] as const);
  for (const kind of accessKinds) restrictions?.refuse(resource, kind, (record as PolicyRecord | null) ?? undefined);
}

/** The same for the records that leave with the answer as a file, and for the one of the path that they belong to. */
export function refuseExport(context: RequestContext): void {
  const route = context.route!;
  for (const { resource, ask } of questionsOf(route, true)) if (ask === 'export') refuse(resource, ask, context, route);
}

/** Where the path names a record of this type, it is about that one. */
function refuse(resource: Resource, ask: AccessKind, { restrictions, record }: RequestContext, { loads }: Route): void {
  const named = loads?.store.resource === resource ? (record as PolicyRecord | null) : null;
  restrictions?.refuse(resource, ask, named ?? undefined);
}

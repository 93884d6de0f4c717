import type { RequestContext } from '../context/request-context.js';
import type { Resource } from '../resource/define.js';
import type { AccessKind, PolicyRecord } from '../security/policy-matcher.js';
import type { Load, Route } from './routes.js';

/**
 * The policy questions of a route about types: its own resource, exported records, and the records on its path, which it reads
 * or changes. `asFile`: a report requested as a file is an export. Used by enforcement and simulation.
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
 * 403 if a policy denies the route or a record on its path. Checked before records are loaded, when only policies on whole
 * types can match, and again afterwards.
 */
export function refuseRoute(route: Route, context: RequestContext): void {
  if (!context.restrictions) return;
  for (const { resource, ask } of questionsOf(route)) refuse(resource, ask, context, route);
  if (route.parent) refuseLoaded(route, route.parent, context, context.parent);
  if (route.loads) refuseLoaded(route, route.loads, context, context.record);
}

/** The same for one record of the path. For a parent, the question is whether it may be read or changed. */
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

/** The same for exported records and the record on the path. */
export function refuseExport(context: RequestContext): void {
  const route = context.route!;
  for (const { resource, ask } of questionsOf(route, true)) if (ask === 'export') refuse(resource, ask, context, route);
}

/** If the path names a record of this type, the question is about that record. */
function refuse(resource: Resource, ask: AccessKind, { restrictions, record }: RequestContext, { loads }: Route): void {
  const named = loads?.store.resource === resource ? (record as PolicyRecord | null) : null;
  restrictions?.refuse(resource, ask, named ?? undefined);
}

import type { RequestContext } from '../context/request-context.js';
import { allResources, type Resource } from '../resource/define.js';
import type { AccessKind, PolicyRecord } from '../security/policy-matcher.js';
import type { Load } from './route-declaration.js';
import type { Route } from './routes.js';

/**
 * The policy questions of a route about types: its own resource, exported and counted records, and the records on its path or of which those
 * are a part, which it reads or changes. `asFile`: a report requested as a file is an export. Used by enforcement and simulation.
 */
export function questionsOf(
  { asks, endpoint, loads, parent, wholes, writes }: Route,
  asFile = asks.includes('export'),
): { resource: Resource; ask: AccessKind }[] {
  const { resource, exports = resource } = endpoint!;
  const own: AccessKind[] = asFile && !asks.includes('export') ? [...asks, 'export'] : [...asks];
  const others: AccessKind[] = exports === resource ? [] : asFile ? ['read', 'export'] : ['read'];
  const named = [parent, loads].flatMap((load) => load?.store.resource ?? []);
  const path = [...new Set([...named, ...wholes])].filter((each) => each !== resource);
  const counted = endpoint!.counts ? [allResources().get(endpoint!.counts)!] : [];
  return [
    ...own.map((ask) => ({ resource, ask })),
    ...others.map((ask) => ({ resource: exports, ask })),
    ...counted.map((each) => ({ resource: each, ask: 'read' as const })),
    ...path.map((each) => ({ resource: each, ask: writes ? ('write' as const) : ('read' as const) })),
  ];
}

/** 403 if a policy denies the route. Checked before records are loaded, when only policies on whole types can match. */
export function refuseRoute(route: Route, context: RequestContext): void {
  if (!context.restrictions) return;
  for (const { resource, ask } of questionsOf(route)) refuse(resource, ask, context, route);
}

/** The same for one record of the path. For a parent, the question is whether it may be read or changed. */
export async function refuseLoaded({ asks, endpoint, writes }: Route, { store }: Load, record: object): Promise<void> {
  const kinds = store.resource === endpoint!.resource ? asks : ([writes ? 'write' : 'read'] as const);
  for (const kind of kinds) await store.refuse(kind, [record]);
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

/** 403 if a policy denies a loaded record of the path. */
export async function refusePath(route: Route, { parent, record, restrictions }: RequestContext): Promise<void> {
  if (!restrictions) return;
  if (route.parent && parent) await refuseLoaded(route, route.parent, parent);
  if (route.loads && record) await refuseLoaded(route, route.loads, record);
}

import {
  allResources,
  eventTypes,
  feedOf,
  fieldsOf,
  idField,
  type NoticeRule,
  type Resource,
  type Row,
  type StoreRegistry,
} from '../../platform/index.js';

/** Verbs of events that tell followers of a change. Other events say more about the same change. */
const CHANGES = ['updated', 'deleted', 'restored'];

/** Whom an event tells. */
export interface EventRules {
  resource: Resource;
  verb: string;
  /** The field of the payload with the id of the record. */
  idField: string;
  rules: NoticeRule[];
  /** Followers of the record are told. */
  isChange: boolean;
}

/** What each event tells whom, by the type of the event. Throws where a declaration names something that does not exist. */
export function rulesByEvent(stores: StoreRegistry): Map<string, EventRules> {
  const found = new Map<string, EventRules>();
  for (const resource of allResources().values()) {
    const { type, notices = [], events, trash } = resource;
    const [store] = stores.ofType(type);
    const verbs = new Set([...Object.keys(events), ...(feedOf(resource) ? ['created', ...CHANGES] : [])]);
    if (!trash) verbs.delete('restored');
    for (const { kind, on, to = [], about, toOfParent = [] } of notices) {
      const problem = (what: string) => new Error(`${type}: the notice ${kind} names ${what}, which it does not have.`);
      const verb = on.find((each) => !verbs.has(each));
      if (verb) throw problem(`the event ${verb}`);
      const parent = about === 'parent' || toOfParent.length ? parentOf(resource, stores) : null;
      if (parent === undefined) throw problem('a parent');
      for (const [of, columns] of [
        [store, to],
        [parent, toOfParent],
      ] as const)
        for (const column of columns)
          if (!of || !fieldsOf(of.entity.prototype).has(column)) throw problem(`the column ${column}`);
    }
    for (const verb of verbs) {
      const rules = notices.filter(({ on }) => on.includes(verb));
      const isChange = CHANGES.includes(verb) && feedOf(resource) !== undefined;
      if (verb === 'updated' && rules.length) needsChanges(resource);
      const event = events[verb]?.type ?? `${type}.${verb}`;
      if (rules.length || isChange)
        found.set(event, { resource, verb, idField: idFieldOf(event, resource), rules, isChange });
    }
  }
  return found;
}

/** An update tells people of the columns that it changed, so its payload must have their names. */
function needsChanges({ type }: Resource): void {
  const fields = fieldsOf(eventTypes().get(`${type}.updated`)!.payload.prototype);
  if (!fields.has('changed') && !fields.has('changed_fields'))
    throw new Error(`${type}: a notice is on updated, whose payload has no changed fields: add changed_fields.`);
}

/** Payloads name the record by its type, or by another field that holds ids of its kind. */
function idFieldOf(event: string, resource: Resource): string {
  const fields = fieldsOf(eventTypes().get(event)!.payload.prototype);
  const usual = idField(resource);
  if (fields.has(usual)) return usual;
  const [other] = [...fields].find(([, { schema }]) => (schema as Row)['x-id-prefix'] === resource.idPrefix) ?? [];
  if (!other) throw new Error(`${resource.type}: the event ${event} has no id of its record, which notices need.`);
  return other;
}

/** The store of the records that these belong to. */
export const parentOf = ({ type, parent }: Resource, stores: StoreRegistry) =>
  stores.ofType(type)[0]?.wholes.find(({ column }) => column === parent?.column)?.of;

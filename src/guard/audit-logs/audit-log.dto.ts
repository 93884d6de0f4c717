import {
  ActorVia,
  Choice,
  type Condition,
  declareField,
  type EachOf,
  fieldNames,
  fieldsOf,
  IntersectionType,
  ListOf,
  Nested,
  OUTCOMES,
  Search,
  Text,
  ViewType,
  viaOf,
  Where,
} from '../../platform/index.js';
import { AuditEntry, AuditSeal } from './audit-entry.entity.js';

const beginning = (action: string) => (action.endsWith('*') ? action.slice(0, -1) : null);

/** An action, or a prefix. */
const byAction = (action: string): Condition =>
  beginning(action) === null ? ['action = ?', action] : ['action ^@ ?', beginning(action)];

/**
 * Distinct actions of the workspace that begin with one text and contain another. The recursion is a loose index scan: 5 ms for
 * 2 000 000 entries, where `select distinct` takes 300 ms.
 */
const ACTIONS = `
  with recursive known (action) as (
    (select action from audit_entries where workspace_id = $1 order by action limit 1)
    union all
    select (select e.action from audit_entries e where e.workspace_id = $1 and e.action > known.action order by e.action limit 1)
    from known where known.action is not null
  )
  select action from known where action ^@ ? and position(? in action) > 0`;

/** A text in the format of an id is matched against the record id, any other against the action. */
const isRecordId = (q: string) => /^[a-z]{2,20}_[0-9a-z]{6,}$/.test(q);

export class AuditLogQuery extends ListOf(AuditEntry, {
  filter: ['actor_id', 'client_id', 'resource_type', 'resource_id', 'ip_address'],
  sort: ['timestamp'],
  defaultSort: 'timestamp:desc',
  range: 'timestamp',
}) {
  /** Values are masked by the rights to the record. */
  static override readsWhole = true;

  /** The index is ordered per action, so several actions are merged. */
  static override eachOf = (query: AuditLogQuery): EachOf | null => {
    const { actor_id, client_id, action = '*', resource_type, resource_id, ip_address, q = '' } = query;
    if (query.named) return ['resource_id', 'select unnest(?::text[])', query.named];
    const start = beginning(action);
    if (actor_id || client_id || resource_type || resource_id || ip_address || isRecordId(q) || start === null)
      return null;
    return start || q ? ['action', ACTIONS, start, q] : null;
  };

  @Text({ optional: true, description: 'A dotted name; `*` at its end matches every action that begins with it.' })
  @Where(byAction)
  action?: string;

  @Text({
    max: 100,
    optional: true,
    description: 'A part of the action, such as `deleted`, or the id of the record.',
  })
  @Where((q: string) => (isRecordId(q) ? ['resource_id = ?', q] : ['position(? in action) > 0', q]))
  q?: string;

  @Search({
    description:
      'Words or beginnings of words of the name that a record has, also in the trash, or had: the newest 10 of each type that you may read.',
  })
  @Where((_words: string, _now, { named }: AuditLogQuery) => ['resource_id = any(?::text[])', named])
  resource_name?: string;

  /** Ids of records with this name, filled in by the service. */
  declare named?: readonly string[];

  // Literal, so that the partial index of failed and denied entries is used.
  @Choice(OUTCOMES, { optional: true, description: 'Outcome.' })
  @Where((outcome: (typeof OUTCOMES)[number]) => [`outcome = '${outcome}'`])
  outcome?: string;
}

type Group<T, Prefix extends string> = {
  [Name in keyof T as Name extends `${Prefix}_${infer Rest}` ? Rest : never]: T[Name];
};

/** A class of the fields `<prefix>_…` of an entry, without the prefix. */
function GroupOf<Prefix extends string>(prefix: Prefix): new () => Group<AuditEntry, Prefix> {
  class Fields {}
  for (const [name, spec] of fieldsOf(AuditEntry.prototype))
    if (name.startsWith(`${prefix}_`)) declareField(Fields.prototype, name.slice(prefix.length + 1), spec);
  return Fields as new () => Group<AuditEntry, Prefix>;
}

export class AuditActor extends GroupOf('actor') {
  @Nested(() => ActorVia, {
    optional: true,
    description: 'App: the OAuth client through which the user acted. Absent for the console and API keys.',
  })
  via?: ActorVia;
}
class AuditedResource extends GroupOf('resource') {}

type Plain = Exclude<keyof AuditEntry, 'workspace_id' | `actor_${string}` | `client_${string}` | `resource_${string}`>;

/** Fields that a response has unchanged. */
const PLAIN = fieldNames(AuditEntry).filter((name) => !/^(workspace|actor|client|resource)_/.test(name)) as Plain[];

export class AuditEntryView extends IntersectionType(ViewType(AuditEntry, PLAIN), AuditSeal) {
  @Nested(() => AuditActor, { description: 'Actor.' }) actor: AuditActor;
  @Nested(() => AuditedResource, { namesRecord: true, description: 'Record.' }) resource: AuditedResource;
}

/** The public form of an entry, which is also the sealed form. */
export function shownEntry(
  { actor_type, actor_id, actor_email, client_id, client_name, resource_type, resource_id, ...entry }: AuditEntry,
  { sequence, prev_hash, hash }: AuditSeal = UNSEALED,
): AuditEntryView {
  return {
    ...entry,
    sequence,
    prev_hash,
    hash,
    actor: { type: actor_type, id: actor_id, email: actor_email, ...viaOf({ client_id, client_name }) },
    resource: { type: resource_type, id: resource_id },
  };
}

/** Inverse of `shownEntry`: columns and seal. */
export function readEntry({ actor, resource, sequence, prev_hash, hash, ...entry }: AuditEntryView): {
  entry: Omit<AuditEntry, 'workspace_id'>;
  seal: AuditSeal;
} {
  const { type: actor_type, id: actor_id, email: actor_email, via } = actor;
  const app = { client_id: via?.id ?? null, client_name: via?.name ?? null };
  const about = { resource_type: resource.type, resource_id: resource.id };
  return {
    entry: { ...entry, actor_type, actor_id, actor_email, ...app, ...about },
    seal: { sequence, prev_hash, hash },
  };
}

const UNSEALED: AuditSeal = { sequence: null, prev_hash: null, hash: null };

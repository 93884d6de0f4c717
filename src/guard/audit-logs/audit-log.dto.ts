import {
  Choice,
  type Condition,
  type CountedFilter,
  ListOf,
  Nested,
  Text,
  ViewType,
  Where,
} from '../../platform/index.js';
import { AuditEntry } from './audit-entry.entity.js';
import { auditLogs, OUTCOMES } from './audit-log.resource.js';

const beginning = (action: string) => (action.endsWith('*') ? action.slice(0, -1) : null);

/** An action, or all that begin like it. */
const byAction = (action: string): Condition =>
  beginning(action) === null ? ['action = ?', action] : ['action ^@ ?', beginning(action)];

const countedByAction = (action: string): CountedFilter =>
  beginning(action) === null ? { dims: { action } } : { matching: [`dims ->> 'action' ^@ ?`, beginning(action)] };

export class AuditLogQuery extends ListOf(AuditEntry, {
  filter: ['actor_id', 'resource_type', 'resource_id'],
  sort: ['timestamp'],
  defaultSort: 'timestamp:desc',
  range: 'timestamp',
}) {
  static override countedTime = { column: 'timestamp', by: 'day', unit: 'day' } as const;
  /** Actions by index: those that there are of a type, or that begin alike. */
  static override walked = ({ actor_id, action = '*', resource_type, resource_id }: AuditLogQuery) => {
    const start = beginning(action);
    if (actor_id || resource_id || start === null || !(resource_type || start)) return null;
    const known = `select distinct dims ->> 'action' from record_counts
        where workspace_id = $1 and resource = '${auditLogs.type}' and kind in ('new', 'all') and dims ->> 'action' ^@ ?`;
    return (
      resource_type
        ? ['action', `${known} and dims ->> 'resource_type' = ?`, start, resource_type]
        : ['action', known, start]
    ) as [string, string, ...unknown[]];
  };

  @Text({ optional: true, description: 'A dotted name; `*` at its end matches every action that begins with it.' })
  @Where(byAction, countedByAction)
  action?: string;

  // Written out, so that the index of what did not succeed serves.
  @Choice(OUTCOMES, { optional: true, description: 'How it ended.' })
  @Where((outcome: (typeof OUTCOMES)[number]) => [`outcome = '${outcome}'`], (outcome) => ({ dims: { outcome } }))
  outcome?: string;
}

class AuditActor {
  @Choice(['user', 'api_key', 'oauth_client', 'system', 'public'], { description: 'What kind of caller it was.' })
  type: string;
  @Text({ nullable: true, description: 'The id of the user, key or client; null where there is none.' }) id:
    string | null;
  @Text({ nullable: true, description: 'The address of the user, as it was then; null for others.' }) email:
    string | null;
}

class AuditedResource {
  @Text({ description: 'Such as office.document.' }) type: string;
  @Text({ nullable: true, description: 'Null where it is about none in particular.' }) id: string | null;
}

export class AuditEntryView extends ViewType(AuditEntry, [
  'id',
  'timestamp',
  'action',
  'outcome',
  'ip_address',
  'user_agent',
  'request_id',
  'changes',
  'sequence',
  'prev_hash',
  'hash',
]) {
  @Nested(() => AuditActor, { description: 'Who did it, or tried to.' }) actor: AuditActor;
  @Nested(() => AuditedResource, { description: 'What it was about.' }) resource: AuditedResource;
}

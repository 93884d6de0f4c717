import {
  Choice,
  type Condition,
  type CountedFilter,
  countedValues,
  Int,
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

const HAS_ACTION = `position(? in dims ->> 'action') > 0`;

/** What looks like the id of a record is looked for as one; anything else as a part of an action. */
const isRecordId = (q: string) => /^[a-z]{2,20}_[0-9a-z]{6,}$/.test(q);

export class AuditLogQuery extends ListOf(AuditEntry, {
  filter: ['actor_id', 'resource_type', 'resource_id', 'ip_address'],
  sort: ['timestamp'],
  defaultSort: 'timestamp:desc',
  range: 'timestamp',
}) {
  static override countedTime = { column: 'timestamp', by: 'day', unit: 'day' } as const;
  /** Actions by index: those that there are of a type, that begin alike, or that have a text in them. */
  static override walked = (query: AuditLogQuery) => {
    const { actor_id, action = '*', resource_type, resource_id, ip_address, q = '' } = query;
    const start = beginning(action);
    if (actor_id || resource_id || ip_address || isRecordId(q) || start === null) return null;
    if (!resource_type && !start && !q) return null;
    const known = `${countedValues(auditLogs, 'action')} and dims ->> 'action' ^@ ?`;
    const [typed, worded] = [resource_type ? ` and dims ->> 'resource_type' = ?` : '', q ? ` and ${HAS_ACTION}` : ''];
    const values = [start, ...(resource_type ? [resource_type] : []), ...(q ? [q] : [])];
    return ['action', known + typed + worded, ...values] as [string, string, ...unknown[]];
  };

  @Text({ optional: true, description: 'A dotted name; `*` at its end matches every action that begins with it.' })
  @Where(byAction, countedByAction)
  action?: string;

  @Text({
    max: 100,
    optional: true,
    description: 'A part of the action, such as `deleted`, or the id of the record.',
  })
  @Where(
    (q: string) => (isRecordId(q) ? ['resource_id = ?', q] : ['position(? in action) > 0', q]),
    (q: string) => (isRecordId(q) ? { dims: { resource_id: q } } : { matching: [HAS_ACTION, q] }),
  )
  q?: string;

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
]) {
  @Int({ nullable: true, big: true, description: 'Given when the entry is sealed.' }) sequence: number | null;
  @Text({ nullable: true, description: '`hash` of the entry before.' }) prev_hash: string | null;
  @Text({ nullable: true, description: 'SHA-256 over `prev_hash` and the entry.' }) hash: string | null;
  @Nested(() => AuditActor, { description: 'Who did it, or tried to.' }) actor: AuditActor;
  @Nested(() => AuditedResource, { description: 'What it was about.' }) resource: AuditedResource;
}

import { createHash } from 'node:crypto';
import type { RequestContext } from '../context/request-context.js';
import { newId } from '../fields/ids.js';
import { AUDIT_COLUMNS, AUDIT_TYPES, type AuditEntryFields, type Changes } from './audit-entry.js';

export type AuditFacts = Pick<AuditEntryFields, 'action' | 'resource_type' | 'resource_id' | 'outcome' | 'changes'>;

/** The values of the columns of a new entry, in the order of `AUDIT_COLUMNS`. */
export function auditValues(context: RequestContext, timestamp: string, facts: AuditFacts): unknown[] {
  const { actor } = context;
  const entry: AuditEntryFields = {
    workspace_id: context.workspaceId,
    id: newId('evt'),
    timestamp,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_email: actor.email,
    client_id: actor.via?.id ?? null,
    client_name: actor.via?.name ?? null,
    ...facts,
    ip_address: context.ip,
    user_agent: context.userAgent,
    request_id: context.requestId,
  };
  return AUDIT_COLUMNS.map((column) =>
    AUDIT_TYPES[column] === 'jsonb' ? entry[column] && JSON.stringify(entry[column]) : entry[column],
  );
}

/** Inserts an entry that belongs to no record change: a denial, a failure, an export. */
export const INSERT_AUDIT = `insert into audit_entries (${AUDIT_COLUMNS.join(', ')})
  values (${AUDIT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

/** How an entry shows the values of a field: the values, a digest with their length, or nothing. */
export type Shown = 'values' | 'digest' | 'nothing';

/** Longer values are replaced by their length and digest. */
const MAX_CHANGE_CHARACTERS = 2_000;

/** Values of the named fields before and after, redacted as each field declares (D-GRD-1). Default: shown as they are. */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  fields: readonly string[],
  shown: Readonly<Record<string, Shown>> = {},
): Changes {
  const of = (field: string, value: unknown) => asShown(shown[field] ?? 'values', value);
  return Object.fromEntries(
    fields.map((field) => [field, { from: of(field, before[field]), to: of(field, after[field]) }]),
  );
}

function asShown(shown: Shown, value: unknown): unknown {
  if (value === null || value === undefined || shown === 'nothing') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (shown === 'values' && text.length <= MAX_CHANGE_CHARACTERS) return value;
  return { sha256: createHash('sha256').update(text).digest('hex'), length: lengthOf(text) };
}

/** In Unicode characters (D-API-11). */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

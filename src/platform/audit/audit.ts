import { createHash } from 'node:crypto';
import type { RequestContext } from '../context/request-context.js';
import { newId } from '../fields/ids.js';

export type Outcome = 'success' | 'failure' | 'denied';
export type Changes = Record<string, { from: unknown; to: unknown }>;

export interface AuditFacts {
  action: string;
  resource_type: string;
  resource_id: string | null;
  outcome: Outcome;
  changes: Changes | null;
}

/** Columns of an entry in the order in which `auditValues` gives their values. */
export const AUDIT_COLUMNS = [
  'workspace_id',
  'id',
  'timestamp',
  'actor_type',
  'actor_id',
  'actor_email',
  'action',
  'resource_type',
  'resource_id',
  'outcome',
  'ip_address',
  'user_agent',
  'request_id',
  'changes',
] as const;

export function auditValues(context: RequestContext, timestamp: string, facts: AuditFacts): unknown[] {
  const { actor } = context;
  return [
    context.workspaceId,
    newId('evt'),
    timestamp,
    actor.type,
    actor.id,
    actor.email,
    facts.action,
    facts.resource_type,
    facts.resource_id,
    facts.outcome,
    context.ip,
    context.userAgent,
    context.requestId,
    facts.changes && JSON.stringify(facts.changes),
  ];
}

/** The statement for an entry that goes with no change of a record: a denial, a failure, an export. */
export const INSERT_AUDIT = `insert into audit_entries (${AUDIT_COLUMNS.join(', ')})
  values (${AUDIT_COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`;

/** What is said of the values of a field: they themselves, a digest with their length, or nothing. */
export type Shown = 'values' | 'digest' | 'nothing';

/** Longer values are kept out of the trail: it names their length and digest instead. */
const MAX_CHANGE_CHARACTERS = 2_000;

/** Before and after of the named fields, each as its field says (D-GRD-1); a field that says nothing shows its values. */
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

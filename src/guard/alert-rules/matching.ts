import { BlockList, isIP } from 'node:net';
import type { AuditEntry } from '../audit-logs/audit-entry.entity.js';
import { isMasked } from '../audit-logs/masks.js';
import type { ChangeCondition as WhenCondition } from '../../platform/index.js';
import type { AlertCondition, AlertRule, ChangeCondition } from './alert-rule.entity.js';
import { ALERTS } from './alert-rule.resource.js';

/** Columns of an entry used by rules. */
export const JUDGED = [
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
  'changes',
] as const satisfies (keyof AuditEntry)[];

export type Entry = Pick<AuditEntry, (typeof JUDGED)[number]>;

/** The fields that define how a rule counts. */
export type Counting = Pick<AlertRule, 'condition' | 'threshold' | 'window_minutes' | 'group_by'>;

/** Compiles a condition into a predicate. `when`: that of the condition, read. */
export function matcherOf(
  { actions, outcome, actor_id, resource_type, ip_not_in, change }: AlertCondition,
  when: WhenCondition | null,
) {
  const whole = new Set(actions?.filter((action) => !action.endsWith('*')));
  const starts = actions?.filter((action) => action.endsWith('*')).map((action) => action.slice(0, -1)) ?? [];
  const known = ip_not_in && networks(ip_not_in);
  return (entry: Entry): boolean =>
    (!actions || whole.has(entry.action) || starts.some((start) => entry.action.startsWith(start))) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (actor_id === undefined || entry.actor_id === actor_id) &&
    (resource_type === undefined || coversResource(resource_type, entry.resource_type)) &&
    (!known || isElsewhere(known, entry.ip_address)) &&
    (!change || changesSo(change, entry.changes)) &&
    (!when || when.matches(valuesIn(entry.changes, 'from'), valuesIn(entry.changes, 'to'))) &&
    !isOfAlerts(entry);
}

/** Group key of an entry; null if it lacks the grouped field. */
export const groupOf = ({ group_by }: Pick<Counting, 'group_by'>, entry: Entry): string | null =>
  group_by === 'none' ? '' : entry[group_by];

/** Skips entries about alerts, to prevent feedback loops. */
const isOfAlerts = ({ actor_type, resource_type }: Entry) => actor_type === 'system' && resource_type === ALERTS;

export const coversResource = (pattern: string, type: string) =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

function networks(list: readonly string[]): BlockList {
  const block = new BlockList();
  for (const item of list) {
    const [address = '', bits] = item.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) block.addAddress(address, family);
    else block.addSubnet(address, Number(bits), family);
  }
  return block;
}

/** An entry without an IP address, such as one of the system, does not match. */
function isElsewhere(known: BlockList, ip: string | null): boolean {
  const family = ip === null ? 0 : isIP(ip);
  return family !== 0 && !known.check(ip!, family === 6 ? 'ipv6' : 'ipv4');
}

function changesSo({ field, to, lowered, absent }: ChangeCondition, changes: Entry['changes']): boolean {
  const change = changes?.[field];
  if (absent) return change === undefined;
  if (!change) return false;
  if (isMasked({ changes })) return to === undefined && !lowered;
  if (lowered) return Number(change.to) < Number(change.from);
  if (!to) return true;
  const before = new Set([change.from].flat().map(String));
  return [change.to].flat().some((value) => to.includes(String(value)) && !before.has(String(value)));
}

/** The values of the changed fields, before (`from`) or after (`to`). */
const valuesIn = (changes: Entry['changes'], side: 'from' | 'to'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes ?? {}).map(([field, change]) => [field, change?.[side]]));

import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import type { DeniedMatches } from '../security/denials.js';
import type { Restrictions } from '../security/restrictions.js';
import type { PolicyRecord } from '../security/policy-matcher.js';
import type { Conditions } from './conditions.js';
import type { Resource } from './define.js';
import { quoted } from './quoted.js';

/** A table of records that policies can name. */
export interface Guarded {
  readonly resource: Resource;
  readonly table: string;
  /** Whether its records have tags. */
  readonly tagged: boolean;
  /** The records of which each of these is a part: the column with their id, and their table. */
  readonly wholes: readonly { column: string; of: Guarded }[];
}

/** The records of a table that policies deny the caller: by id, by tag, by a condition, or as parts of such records. */
interface HiddenRows {
  ids: readonly string[];
  tags: readonly string[];
  matching: readonly DeniedMatches[];
  parts: readonly { column: string; type: string; table: string; of: Hidden }[];
}

export type Hidden = 'all' | HiddenRows;

/** What is asked of a record when one of its parts is read or changed. */
export type WholeAsk = 'read' | 'write';

const known = new WeakMap<Restrictions, Map<string, Hidden | null>>();

/** The records that policies deny the caller of the running request to read, or to change (D-GRD-6); null if none are. */
export function hiddenFrom(guarded: Guarded, ask: WholeAsk = 'read'): Hidden | null {
  const { restrictions } = currentContext();
  return restrictions && hiddenBy(restrictions, guarded, ask);
}

/** The same for somebody else. */
export function hiddenBy(restrictions: Restrictions, guarded: Guarded, ask: WholeAsk): Hidden | null {
  let all = known.get(restrictions);
  if (!all) known.set(restrictions, (all = new Map()));
  const key = `${guarded.resource.type} ${ask}`;
  let hidden = all.get(key);
  if (hidden === undefined) all.set(key, (hidden = find(restrictions, guarded, ask)));
  return hidden;
}

function find(restrictions: Restrictions, { resource, tagged, wholes }: Guarded, ask: WholeAsk): Hidden | null {
  const { all, ids, tags, matching } = restrictions.named(resource, ask);
  if (all) return 'all';
  const parts = wholes.flatMap(({ column, of }) => {
    const hidden = hiddenBy(restrictions, of, ask);
    return hidden ? [{ column, type: of.resource.type, table: of.table, of: hidden }] : [];
  });
  const found = { ids, tags: tagged ? tags : [], matching: matching.map((each) => withTags(each, tagged)), parts };
  return Object.values(found).some(({ length }) => length > 0) ? found : null;
}

const withTags = (denied: DeniedMatches, tagged: boolean): DeniedMatches => (tagged ? denied : { ...denied, tags: [] });

/** SQL: a row of the table, named `row`, is hidden. */
export function hiddenSql(hidden: Hidden, row: string, where: Conditions, depth = 1): string {
  if (hidden === 'all') return 'true';
  const { matching, parts } = hidden;
  const tests = parts.map(({ column, table, of }) => {
    if (of === 'all') return `${row}.${column} is not null`;
    const whole = `whole${depth}`;
    const test = hiddenSql(of, whole, where, depth + 1);
    return `exists (select from ${table} ${whole}
      where ${whole}.workspace_id = ${row}.workspace_id and ${whole}.id = ${row}.${column} and ${test})`;
  });
  tests.unshift(...subjectsSql(hidden, row, where));
  for (const denied of matching) {
    const subjects = denied.all ? ['true'] : subjectsSql(denied, row, where);
    const test = denied.condition.sql({
      value: (value) => where.value(value),
      column: (name) => `${row}.${quoted(name)}`,
    });
    tests.push(`((${subjects.join(' or ') || 'false'}) and ${test})`);
  }
  return `(${tests.join(' or ')})`;
}

const subjectsSql = ({ ids, tags }: Pick<HiddenRows, 'ids' | 'tags'>, row: string, where: Conditions): string[] => [
  ...(ids.length ? [`${row}.id = any(${where.value(ids)}::text[])`] : []),
  ...(tags.length ? [`${row}.tags && ${where.value(tags)}::text[]`] : []),
];

/** Finds the part of a record that policies ask about; null if it does not exist. */
export type FindFacts = (type: string, id: string) => Promise<(PolicyRecord & Row) | null>;

/** Whether a record is hidden, as `hiddenSql` says in SQL. Null: not known by its id alone. */
export function isHiddenById(hidden: Hidden | null, id: string): boolean | null {
  if (!hidden || hidden === 'all') return hidden !== null;
  if (hidden.ids.includes(id)) return true;
  return hidden.tags.length || hidden.matching.length || hidden.parts.length ? null : false;
}

function matches({ all, ids, tags, condition }: DeniedMatches, record: PolicyRecord): boolean {
  const isSubject = all || ids.includes(record.id) || tags.some((tag) => record.tags?.includes(tag));
  return isSubject && condition.matches(record);
}

/** The same for a record with its facts. `find` is asked for the records of which it is a part. */
export async function isHidden(hidden: Hidden, record: PolicyRecord & Row, find: FindFacts): Promise<boolean> {
  const byId = isHiddenById(hidden, record.id);
  if (byId !== null || hidden === 'all') return byId ?? true;
  if (record.tags?.some((tag) => hidden.tags.includes(tag))) return true;
  if (hidden.matching.some((denied) => matches(denied, record))) return true;
  for (const { column, type, of } of hidden.parts) {
    const id: string | null = record[column];
    const wholeById = id === null ? false : isHiddenById(of, id);
    if (wholeById) return true;
    const whole = wholeById === null ? await find(type, id!) : null;
    if (whole && (await isHidden(of, whole, find))) return true;
  }
  return false;
}

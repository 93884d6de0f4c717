import { type ConditionNode, RecordCondition } from '../conditions/record-condition.js';
import { currentContext } from '../context/request-context.js';
import type { Conditions } from './conditions.js';
import { nullsLast, type PageQuery } from './page.js';

/** Adds a part of a condition: a wanted value of a list with a GIN index to `gin`, all else to `where`. */
export function addPart(
  part: ConditionNode,
  type: typeof PageQuery,
  within: Readonly<Record<string, string>>,
  where: Conditions,
  gin: Conditions,
): void {
  const columnOf = (name: string) => type.columns[name] ?? name;
  if ('field' in part && (part.operator === 'any' || part.operator === 'all')) {
    const { scope } = type.asked[part.field]!;
    const of = scope === 'workspace_id' ? currentContext().workspaceId : scope && within[scope];
    if (of) {
      const column = columnOf(part.field);
      const values = (part.value as readonly string[]).map((value) => `${of} ${value}`);
      const sign = part.operator === 'all' ? '@>' : '&&';
      gin.add(`${column} <> '{}' and in_workspace(${scope}, ${column}) ${sign} ?::text[]`, values);
      return;
    }
  }
  const sql = new RecordCondition(part).sql({
    value: (value) => where.value(value),
    column: (name, nulls) => {
      const { sorted, nullable, kind, range } = type.asked[name]!;
      // Other types have no value beyond all others.
      const isUnbounded = kind === 'date' || kind === 'time' || (kind === 'number' && !range);
      return nulls && sorted && nullable && isUnbounded ? nullsLast(columnOf(name), nulls) : columnOf(name);
    },
  });
  where.add(sql);
}

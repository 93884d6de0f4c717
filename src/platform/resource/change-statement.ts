import { AUDIT_COLUMNS, AUDIT_TYPES } from '../audit/audit-entry.js';

/** Columns of an event in the outbox, with their types. */
const OUTBOX_TYPES: Readonly<Record<string, string>> = {
  workspace_id: 'text',
  id: 'text',
  type: 'text',
  timestamp: 'timestamptz',
  actor_type: 'text',
  actor_id: 'text',
  client_id: 'text',
  client_name: 'text',
  payload: 'jsonb',
  private_to: 'text',
};
export const OUTBOX_COLUMNS = Object.keys(OUTBOX_TYPES);

/** A statement in two parts, between which CTEs can be inserted. */
export interface Statement {
  ctes: string;
  result: string;
}

export const textOf = ({ ctes, result }: Statement, further?: string) =>
  `${ctes}${further ? `, ${further}` : ''} ${result}`;

const places = (types: Readonly<Record<string, string>>, from: number) =>
  Object.values(types)
    .map((type, index) => `$${from + index + 1}::${type}`)
    .join(', ');

/** One statement for the change, its events (if any) and its audit entry, with consecutive placeholders. */
export function singleStatement(core: string, changing: number, events: number, precondition?: string): Statement {
  const rows = Array.from(
    { length: events },
    (_, row) => `(${places(OUTBOX_TYPES, changing + row * OUTBOX_COLUMNS.length)})`,
  );
  const outbox =
    `outbox_rows as (insert into outbox (${OUTBOX_COLUMNS.join(', ')}) ` +
    `select e.* from changed, (values ${rows.join(', ')}) e), `;
  const eventValues = events * OUTBOX_COLUMNS.length;
  const ctes =
    `with ${precondition ? `precondition as materialized (${precondition}), ` : ''}changed as (${core} returning r.id), ` +
    (events ? outbox : '') +
    `audit_rows as (insert into audit_entries (${AUDIT_COLUMNS.join(', ')}) ` +
    `select ${places(AUDIT_TYPES, changing + eventValues)} from changed)`;
  return {
    ctes,
    result: `select count(*)::int as n${precondition ? ', exists (select from precondition) as open' : ''} from changed`,
  };
}

/** Batched form of the statement, over JSON arrays of records, events and entries. Returns the ids of the changed records. */
export function batchedStatement(table: string, core: string, hasEvents: boolean, precondition?: string): Statement {
  const added = (into: string, types: Readonly<Record<string, string>>, list: number) => {
    const columns = Object.keys(types);
    return (
      `(insert into ${into} (${columns.join(', ')}) ` +
      `select ${columns.map((column) => `e.${column}::${types[column]}`).join(', ')} from changed ` +
      `join json_to_recordset($${list}) e (record text, ${columns.map((column) => `${column} text`).join(', ')}) ` +
      `on record = changed.id)`
    );
  };
  const ctes =
    `with given as (select * from json_populate_recordset(null::${table}, $1)), ` +
    (precondition ? `precondition as materialized (${precondition}), ` : '') +
    `changed as (${core} returning r.id), ` +
    (hasEvents ? `outbox_rows as ${added('outbox', OUTBOX_TYPES, 3)}, ` : '') +
    `audit_rows as ${added('audit_entries', AUDIT_TYPES, 2)}`;
  return { ctes, result: 'select id from changed' };
}

import type { Field } from '../contract.js';
import { placeOf } from '../id.js';
import { type Api, prefixOf } from '../resources.js';
import { labelOf } from '../schema/words.js';
import type { Column } from '../table.js';
import { Value } from './value.js';

type Row = Record<string, unknown>;

/** Fields that say most of a record, the best first; then as they come. */
const FIRST = [
  'display_name',
  'name',
  'title',
  'full_name',
  'stage_name',
  'email',
  'type',
  'action',
  'status',
  'state',
];
/** Columns that come last. */
const LAST = ['created_at', 'updated_at', 'deleted_at'];
/** More than fit are on the page of the record. */
const MAX_COLUMNS = 7;

export function columnsOf(fields: Record<string, Field>): Column<Row>[] {
  const rank = (name: string) =>
    FIRST.includes(name) ? FIRST.indexOf(name) : LAST.includes(name) ? 90 : name === 'id' ? 80 : 50;
  const plain = Object.entries(fields).filter(
    ([name, { type }]) =>
      ![type].flat().some((each) => each === 'object') &&
      // The name says it.
      !(name.endsWith('_id') && name.replace(/_id$/, '_name') in fields),
  );
  const names = plain.map(([name]) => name).toSorted((a, b) => rank(a) - rank(b));
  const chosen = [
    ...names.filter((name) => !LAST.includes(name)).slice(0, MAX_COLUMNS - 1),
    ...names.filter((name) => name === 'created_at'),
  ];
  return chosen.map((name, index) => ({
    title: labelOf(name),
    cell: (row) =>
      name === 'id' ? (
        <span className="mono">{String(row.id)}</span>
      ) : (
        <Value of={row[name]} field={fields[name]} short plain={index === 0} />
      ),
    from: index === 0 ? undefined : index === 1 ? 'sm' : index < 4 ? 'md' : 'lg',
    width: index === 0 ? '28%' : name.endsWith('_at') ? '8.5rem' : undefined,
  }));
}

/** The page of a row, where a route shows one by its id. */
export function placeOfRow({ shows }: Api): (row: Row) => string | undefined {
  return ({ id }) => (typeof id === 'string' && shows.has(prefixOf(id) ?? '') ? placeOf(id) : undefined);
}

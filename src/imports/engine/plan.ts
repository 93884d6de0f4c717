import {
  type Detail,
  type ImportField,
  type ImportFieldType,
  type ImportKind,
  type ImportKinds,
  invalid,
  invalidField,
} from '../../platform/index.js';
import { convert } from '../convert/convert.js';
import type { FieldSource, ItemSource, Preset, SourceRow } from '../presets/preset.js';

const CUSTOM = 'custom_fields.';
/** Stands for the id of a record in its system, which a plain file has in any column. */
const EXTERNAL_ID = 'external_id';
/** Columns that become custom fields of one record. */
const MAX_CUSTOM = 90;

/** A field of a record with the columns that it comes from. */
export interface PlannedField extends FieldSource {
  name: string;
  field: ImportField;
}

export interface PlannedItem extends Omit<ItemSource, 'fields'> {
  target: ImportKind<any>;
  fields: readonly PlannedField[];
}

/** How one file is read: its preset with what the request said about columns. */
export interface Plan {
  preset: Preset;
  system: string;
  items: readonly PlannedItem[];
  /** The field that takes each column, for people: `task.title`. */
  mapping: ReadonlyMap<string, string>;
  /** Why columns are not taken. */
  notTaken: ReadonlyMap<string, string>;
  /** Columns whose texts may be dates. */
  dates: readonly string[];
  /** Columns whose texts may be numbers. */
  numbers: readonly string[];
}

/** The kinds of the records of files. */
export const kindsOf = (plans: readonly Plan[]): ImportKind<any>[] => [
  ...new Set(plans.flatMap(({ items }) => items.map(({ target }) => target))),
];

/** 400 for fields by which no record of these files can be found. */
export function refuseMatches(match_by: readonly string[], plans: readonly Plan[]): void {
  const known = kindsOf(plans).flatMap(({ name, matchable }) => matchable.map((field) => `${name}.${field}`));
  for (const [index, path] of match_by.entries())
    if (!known.includes(path))
      throw invalidField(
        `match_by[${index}]`,
        'invalid_value',
        known.length
          ? `match_by must be one of ${known.join(', ')}.`
          : 'Records of these files can only be found by their id in the other system.',
      );
}

/** 400 for plain files without a field that every record of the kind needs. */
export function refuseMissing(plans: readonly Plan[]): void {
  const missing = plans.flatMap(missingFields);
  if (missing.length) throw invalid(missing);
}

const missingFields = ({ preset, items }: Plan): Detail[] =>
  items.flatMap(({ kind, target, fields }) => {
    if (!isPlain(preset)) return [];
    const has = (name: string) => fields.some((field) => field.name === name);
    return Object.entries<ImportField>(target.fields).flatMap(([name, { required, requiredUnless }]) =>
      has(name) || !(required || (requiredUnless !== undefined && !has(requiredUnless)))
        ? []
        : { field: 'mapping', code: 'required' as const, message: `A column must map to ${kind}.${name}.` },
    );
  });

/** The plan of a file. 400 where the request maps columns that a file does not have, or fields that no kind has. */
export function planOf(
  preset: Preset,
  columns: readonly string[],
  given: Readonly<Record<string, string | null>>,
  kinds: ImportKinds,
): Plan {
  const own = Object.entries(given).filter(([column]) => columns.includes(column));
  const taken = new Map(own);
  const items = preset.items.map((source): PlannedItem => {
    const target = kinds.get(source.kind);
    const fields = Object.entries(source.fields)
      .filter(([, { from }]) => !from.length || from.some((column) => columns.includes(column)))
      // A column that the request maps elsewhere is missing here.
      .filter(([, { from }]) => !from.length || from.some((column) => !taken.has(column)))
      .map(([name, field]) =>
        plannedField(target, name, { ...field, from: field.from.filter((column) => !taken.has(column)) }),
      );
    // So is the column of the id.
    const withoutId = isPlain(preset) && source.idFrom?.every((column) => taken.has(column));
    return { ...source, ...(withoutId && { id: () => null, idFrom: [] }), target, fields };
  });
  for (const [column, path] of own) {
    if (path === null) continue;
    const [kind, name] = split(path);
    const item = items.find((each) => each.kind === kind && !each.each)!;
    if (name === EXTERNAL_ID) {
      Object.assign(item, { id: (row: SourceRow) => row.get(column) || null, idFrom: [column] });
      continue;
    }
    const others = item.fields.filter((field) => field.name !== name);
    const planned = plannedField(item.target, name, { from: [column] });
    Object.assign(item, { fields: [...others, planned] });
  }
  const mapping = new Map<string, string>();
  for (const { kind, fields } of items)
    for (const { from, name } of fields)
      for (const column of from) if (!mapping.has(column)) mapping.set(column, `${kind}.${name}`);
  for (const { kind, idFrom = [] } of items)
    for (const column of idFrom)
      if (columns.includes(column) && taken.get(column) !== null && !mapping.has(column))
        mapping.set(column, `${kind}.${EXTERNAL_ID}`);
  const notTaken = new Map<string, string>();
  const custom = items.find(({ kind }) => kind === preset.custom);
  let room = MAX_CUSTOM;
  for (const column of new Set(columns)) {
    if (!column || mapping.has(column)) continue;
    const reason = taken.get(column) === null ? 'It is left out.' : preset.notTaken[column];
    const name = customNameOf(column);
    if (reason !== undefined || !custom || !name || room === 0) {
      notTaken.set(
        column,
        reason ?? (room === 0 ? 'A record has at most 100 custom fields.' : 'No field takes this column.'),
      );
      continue;
    }
    room--;
    Object.assign(custom, {
      fields: [...custom.fields, plannedField(custom.target, `${CUSTOM}${name}`, { from: [column] })],
    });
    mapping.set(column, `${custom.kind}.${CUSTOM}${name}`);
  }
  const columnsOf = (...types: ImportFieldType[]) =>
    items.flatMap(({ fields }) =>
      fields.filter(({ field: { type } }) => types.includes(type)).flatMap(({ from }) => from),
    );
  return {
    preset,
    system: preset.system ?? preset.id,
    items,
    mapping,
    notTaken,
    dates: columnsOf('date', 'timestamp'),
    numbers: columnsOf('number', 'seconds'),
  };
}

/** Checks `mapping` of a request: columns of any of the files, and fields that the files are about. */
export function givenMapping(
  given: Record<string, unknown>,
  files: readonly { columns: readonly string[]; preset: Preset }[],
  kinds: ImportKinds,
): Record<string, string | null> {
  const problems: Detail[] = [];
  for (const [column, path] of Object.entries(given)) {
    const field = `mapping.${column}`;
    const having = files.filter(({ columns }) => columns.includes(column));
    if (!having.length) problems.push({ field, code: 'not_found', message: `No file has a column ${column}.` });
    else if (path !== null && !having.some(({ preset }) => isFieldOf(preset, path, kinds)))
      problems.push({
        field,
        code: 'invalid_value',
        message: `${field} must be a field of ${[...new Set(having.flatMap(({ preset }) => preset.items.map(({ kind }) => kind)))].join(' or ')}, such as ${exampleOf(having[0]!.preset)}, or null.`,
      });
    else if (path !== null && having.some(({ columns }) => isMappedBefore(given, column, columns)))
      problems.push({ field, code: 'duplicate', message: `Two columns map to ${path as string}.` });
  }
  if (problems.length) throw invalid(problems);
  return given as Record<string, string | null>;
}

/** Whether an earlier column of the same file has the same field. */
function isMappedBefore(given: Record<string, unknown>, column: string, columns: readonly string[]): boolean {
  const names = Object.keys(given).filter((name) => columns.includes(name) && given[name] === given[column]);
  return names[0] !== column;
}

/** Reads a field of a form that is a JSON object. */
export function objectIn(name: string, text: string | undefined): Record<string, unknown> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(name, 'invalid_format', `${name} must be a JSON object.`);
  return value as Record<string, unknown>;
}

/** The field of a kind by its name; a custom field has any name. */
export function fieldOf(kind: ImportKind<any>, name: string): ImportField | undefined {
  if (Object.hasOwn(kind.fields, name)) return kind.fields[name];
  return name.startsWith(CUSTOM) && 'custom_fields' in kind.fields && isCustomName(name.slice(CUSTOM.length))
    ? { type: 'custom' }
    : undefined;
}

function plannedField(kind: ImportKind<any>, name: string, source: FieldSource): PlannedField {
  const field = fieldOf(kind, name);
  if (!field) throw new Error(`The kind ${kind.name} has no field ${name}.`);
  return { ...source, name, field };
}

export const split = (path: string): [kind: string, field: string] => {
  const at = path.indexOf('.');
  return [path.slice(0, at), path.slice(at + 1)];
};

const isPlain = ({ system }: Preset): boolean => system === 'file';

/** The fields that columns of a file can be mapped to, beside custom fields: `task.title`. */
export const fieldNames = (preset: Preset, kinds: ImportKinds): string[] =>
  preset.items
    .filter(({ each }) => !each)
    .flatMap(({ kind }) => [
      ...(isPlain(preset) ? [`${kind}.${EXTERNAL_ID}`] : []),
      ...mappableFields(kinds.get(kind)).map(([name]) => `${kind}.${name}`),
    ]);

/** The fields of a kind that a column can be mapped to. */
export const mappableFields = (kind: ImportKind<any>): [name: string, field: ImportField][] =>
  Object.entries<ImportField>(kind.fields).filter(([, { type }]) => type !== 'file');

function isFieldOf(preset: Preset, path: unknown, kinds: ImportKinds): boolean {
  if (typeof path !== 'string') return false;
  const [kind, name] = split(path);
  const item = preset.items.find((each) => each.kind === kind && !each.each);
  if (item && name === EXTERNAL_ID && isPlain(preset)) return true;
  const field = item && fieldOf(kinds.get(kind), name);
  return field !== undefined && field.type !== 'file';
}

function exampleOf(preset: Preset): string {
  const [item] = preset.items;
  return `${item!.kind}.${Object.keys(item!.fields)[0]}`;
}

const isCustomName = (name: string): boolean => /^[A-Za-z0-9_.-]{1,64}$/.test(name) && name !== '__proto__';

/** The name of a custom field for a column: `Lead status` becomes `lead_status`. */
function customNameOf(column: string): string {
  const name = column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .split('_')
    .filter(Boolean)
    .join('_')
    .slice(0, 64);
  return name === '__proto__' ? '' : name.toLowerCase() === name ? name : name.toLowerCase();
}

/** The text of a field in a row, before the row is a record. */
export function valueOf(
  { from, to, field }: PlannedField,
  row: SourceRow,
  locale: Parameters<typeof convert>[2],
  each: string,
) {
  if (to) return to(row, locale, each);
  if (field.type === 'list' || field.type === 'custom')
    return convert(
      from.flatMap((column) => row.all(column)),
      field,
      locale,
    );
  return convert([row.get(...from)], field, locale);
}

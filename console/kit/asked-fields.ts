import type { Contract, Schema } from './contract.js';

/** Comparisons that a condition may make with a field (`docs/asking.md`). */
export type Kind = 'choice' | 'text' | 'number' | 'date' | 'time' | 'flag' | 'list';

/** A field by which a list is filtered. */
export interface AskedField {
  kind: Kind;
  /** The values of a choice. */
  values?: string[];
  /** How the ids begin that are its values. */
  of?: string;
}

/** The fields by which each list is filtered, by the path of the list. */
export type AskedFields = Record<string, Record<string, AskedField>>;

const KINDS: Record<string, Kind> = {
  NumberComparison: 'number',
  DateComparison: 'date',
  TimeComparison: 'time',
  FlagComparison: 'flag',
  ListComparison: 'list',
};

/** The list by which records of each type are filtered: of several that with most fields. */
export function askedListsOf(contract: Pick<Contract, 'paths' | 'components'>): Record<string, string> {
  const lists = Object.entries(askedFieldsOf(contract)).map(([path, fields]) => {
    const [, type] = /^(.+)\.read$/.exec(contract.paths[path]!.get!['x-audit-action'] ?? '') ?? [];
    return { path, type, size: Object.keys(fields).length };
  });
  const least = lists.toSorted((a, b) => a.size - b.size);
  return Object.fromEntries(least.flatMap(({ path, type }) => (type ? [[type, path]] : [])));
}

/** Reads them from the description of the API: the part of it that filters need, which is small. */
export function askedFieldsOf(contract: Pick<Contract, 'paths' | 'components'>): AskedFields {
  // References of one document, so they lead somewhere.
  const at = (schema: Schema | undefined): Schema =>
    schema?.$ref ? at(contract.components.schemas[schema.$ref.split('/').at(-1)!]) : (schema ?? {});
  const lists: AskedFields = {};
  for (const [path, { get }] of Object.entries(contract.paths)) {
    const parameters = get?.parameters ?? [];
    const where = parameters.find(({ name }) => name === 'where')?.content?.['application/json']?.schema;
    if (!where) continue;
    const page = at(get!.responses['200']?.content?.['application/json']?.schema);
    const row = at(at(page.properties?.['data']).items).properties ?? {};
    const fields: Record<string, AskedField> = {};
    for (const [name, { anyOf }] of Object.entries(at(where).properties ?? {})) {
      if (!anyOf) continue;
      const [value, comparison] = anyOf;
      const shown = at(row[name]);
      const own = parameters.find((each) => each.name === name)?.schema;
      const of = own?.['x-id-prefix'] ?? shown['x-id-prefix'] ?? at(shown.items)['x-id-prefix'];
      const values = value!.enum?.filter((each) => each !== null);
      const kind = values ? 'choice' : (KINDS[comparison?.$ref?.split('/').at(-1) ?? ''] ?? 'text');
      fields[name] = { kind, ...(values && { values }), ...(of && { of }) };
    }
    lists[path] = fields;
  }
  return lists;
}

/** The fields of each type of record whose changes the audit log shows. */
export const auditedFieldsOf = ({ 'x-audited-fields': types }: Pick<Contract, 'x-audited-fields'>): AskedFields =>
  mapped(types, (fields) =>
    mapped(fields, ({ kind, enum: values, 'x-id-prefix': of }): AskedField => {
      const isChoice = kind === 'text' && values;
      return { kind: isChoice ? 'choice' : (kind as Kind), ...(isChoice && { values }), ...(of && { of }) };
    }),
  );

const mapped = <T, U>(all: Record<string, T>, as: (each: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, as(each)]));

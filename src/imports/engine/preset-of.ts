import { type ImportField, type ImportKind, type ImportKinds, invalidField } from '../../platform/index.js';
import { PRESETS } from '../presets/index.js';
import type { Preset } from '../presets/preset.js';
import { split } from './plan.js';

/** Columns that an error names. */
const MAX_NAMED_COLUMNS = 50;

/** Finds the preset of a file by its name or, without one, by the columns of the file. 400 where none fits. */
export function presetOf(
  id: string | undefined,
  columns: readonly string[],
  format: Preset['format'] | undefined,
  kinds: ImportKinds,
  file: string,
  given: Readonly<Record<string, unknown>> = {},
): Preset {
  const known = new Set(columns);
  const mapped = format === 'csv' ? mappedKind(given, known, kinds) : null;
  const presets = [...PRESETS, ...plainPresets(kinds, file, known)];
  if (id !== undefined) {
    const preset = presets.find((each) => each.id === id);
    if (!preset)
      throw invalidField(
        'preset',
        'invalid_value',
        `preset must be one of ${presets.map((each) => each.id).join(', ')}.`,
      );
    if (mapped && preset.id === pluralOf(mapped)) return preset;
    // The names of the columns are those that the request has shown; without a format they are known to fit.
    const missing = format ? preset.header.filter((column) => !isIn(known, column)) : [];
    if (format && format !== preset.format)
      throw invalidField(
        'preset',
        'invalid_value',
        `${file} is ${format.toUpperCase()}; ${preset.title} gives ${preset.format.toUpperCase()}.`,
      );
    if (missing.length)
      throw invalidField(
        'preset',
        'invalid_value',
        `${file} is no file of ${preset.title}: it has no column ${missing.join(', ')}.`,
      );
    return preset;
  }
  const found = presets.find(
    (preset) => (!format || preset.format === format) && preset.header.every((column) => isIn(known, column)),
  );
  if (found) return found;
  if (mapped) return plainPreset(mapped);
  throw invalidField(
    'preset',
    'required',
    `No preset reads the columns of ${file}: ${columns.slice(0, MAX_NAMED_COLUMNS).join(', ')}. Name the preset, or map columns to the fields of one kind: {"${columns[0]}":"task.title"}. Kinds: ${kinds.inOrder.map(({ name }) => name).join(', ')}.`,
  );
}

/** All presets: those of other systems, and one for each kind that a plain CSV can be of. */
export const allPresets = (kinds: ImportKinds): Preset[] => [...PRESETS, ...plainKinds(kinds).map(plainPreset)];

/** Kinds that can be read from a CSV file without a preset of another system. */
export const plainKinds = (kinds: ImportKinds): ImportKind<any>[] =>
  kinds.inOrder.filter(({ header }) => header.length);

/** The kind to which a request maps the columns of a file; null for none, or several. */
function mappedKind(
  given: Readonly<Record<string, unknown>>,
  columns: ReadonlySet<string>,
  kinds: ImportKinds,
): ImportKind<any> | null {
  const names = new Set(
    Object.entries(given).flatMap(([column, path]) =>
      columns.has(column) && typeof path === 'string' ? split(path)[0] : [],
    ),
  );
  const [name] = names;
  const kind = names.size === 1 ? kinds.find(name!) : undefined;
  return kind?.header.length ? kind : null;
}

/** Whether a column is there, or one of several. */
const isIn = (columns: ReadonlySet<string>, column: string): boolean =>
  column.split('|').some((name) => columns.has(name));

export const pluralOf = ({ name, plural }: ImportKind<any>): string => plural ?? `${name}s`;

/** A name or a title says little about the kind of a record. */
const VAGUE = new Set(['name', 'title']);

/**
 * The kinds that can be read from a CSV file without a preset, the best match first: the kind that the file is named after, then
 * the one with the longest header, then the one that takes the most columns.
 */
function plainPresets(kinds: ImportKinds, file: string, columns: ReadonlySet<string>): Preset[] {
  const stem = file
    .toLowerCase()
    .replace(/\.[a-z]+$/, '')
    .replaceAll(/[ -]/g, '_');
  const rank = (kind: ImportKind<any>): number[] => {
    const taken = Object.entries(kind.fields).filter(([name, { aliases = [] }]) =>
      [name, ...aliases].some((column) => columns.has(column)),
    );
    return [
      Number(pluralOf(kind) === stem),
      kind.header.length,
      kind.header.filter((column) => !VAGUE.has(column)).length,
      taken.length,
    ];
  };
  return plainKinds(kinds)
    .map((kind) => ({ kind, rank: rank(kind) }))
    .toSorted((one, other) => other.rank.map((value, index) => value - one.rank[index]!).find(Boolean) ?? 0)
    .map(({ kind }) => plainPreset(kind));
}

/** Preset of a kind for files whose columns are named like its fields. */
function plainPreset(kind: ImportKind<any>): Preset {
  const { name, header } = kind;
  const fields = Object.fromEntries(
    Object.entries<ImportField>(kind.fields).map(([field, { aliases = [] }]) => [field, { from: [field, ...aliases] }]),
  );
  return {
    id: pluralOf(kind),
    title: `${pluralOf(kind)} with the names of fields as columns`,
    system: 'file',
    format: 'csv',
    file: 'CSV with the names of the API as columns.',
    header,
    custom: 'custom_fields' in kind.fields ? name : undefined,
    items: [
      {
        kind: name,
        id: (row) => row.get('external_id') || null,
        idFrom: ['external_id'],
        match: kind.identifiedBy ?? undefined,
        fields,
      },
    ],
    notTaken: { id: 'Records get ids of their own.' },
  };
}

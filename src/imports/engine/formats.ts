import type { ImportField, ImportKind, ImportKinds } from '../../platform/index.js';
import type { ImportFieldView, ImportFormats } from './import.dto.js';
import { mappableFields } from './plan.js';
import { allPresets, plainKinds, pluralOf } from './preset-of.js';

/** The presets, and the fields of each kind to which the columns of a CSV can be mapped. */
export const formatsOf = (kinds: ImportKinds): ImportFormats => ({
  presets: allPresets(kinds).map(({ id, title, format, items }) => ({
    id,
    title,
    format,
    kinds: [...new Set(items.map(({ kind }) => kind))],
  })),
  kinds: plainKinds(kinds).map((kind) => ({
    name: kind.name,
    preset: pluralOf(kind),
    match_by: kind.matchable.map((field) => `${kind.name}.${field}`),
    custom_fields: 'custom_fields' in kind.fields,
    fields: [
      fieldView(kind, 'external_id', { type: 'text' }),
      ...mappableFields(kind).flatMap(([name, field]) => (field.type === 'custom' ? [] : fieldView(kind, name, field))),
    ],
  })),
});

const fieldView = (
  { name: kindName }: ImportKind<any>,
  name: string,
  { type, required, requiredUnless, values, kind }: ImportField,
): ImportFieldView => ({
  name: `${kindName}.${name}`,
  type,
  required: required ?? false,
  required_unless: requiredUnless ? `${kindName}.${requiredUnless}` : null,
  values: values ? [...values] : null,
  kind: kind ?? null,
});

import { fieldsOf } from '../fields/field-spec.js';

/** Records that a record names: by a field with an id, with a list of ids, or with a type and an id. */
export interface Relation {
  /** As `include` names it: `owner` of `owner_id`, `contacts` of `contact_ids`. */
  readonly name: string;
  readonly field: string;
  /** The beginning of the ids. Null: the field names records of any type, so only their titles are shown. */
  readonly prefix: string | null;
  /** The type of the records, where the field declares it: a prefix can belong to two. */
  readonly type?: string;
}

type Class = abstract new (...args: any[]) => object;

const known = new Map<Class, readonly Relation[]>();

/** The relations of a view: its fields that are declared with the prefix of the ids that they hold, or to name a record. */
export function relationsOf(view: Class): readonly Relation[] {
  let relations = known.get(view);
  if (!relations) {
    relations = [...fieldsOf(view.prototype)].flatMap(([field, { schema, reference, namesRecord }]): Relation[] => {
      if (namesRecord) return [{ name: field, field, prefix: null }];
      const { items, ...facts } = schema as Record<string, any>;
      const prefix: string | undefined = (items ?? facts)['x-id-prefix'];
      if (!prefix || field === 'id') return [];
      return [{ name: field.replace(/_id$/, '').replace(/_ids$/, 's'), field, prefix, type: reference?.type }];
    });
    known.set(view, relations);
  }
  return relations;
}

import { conditionFieldOf, type ConditionFields } from '../conditions/condition-field.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import type { Resource } from './define.js';
import { RecordEntity } from './record.entity.js';

interface Stored {
  readonly resource: Resource;
  readonly entity: abstract new (...args: any[]) => object;
}

/** Fields of every record. Entries of the audit log do not repeat them. */
const OWN: ReadonlySet<string> = new Set([...fieldNames(RecordEntity), 'updated_by']);

/**
 * The fields whose values entries of the audit log show and conditions can compare, by type of record, in the order of the types.
 * Stores that are audited under one type share its fields. `described`: only those that people know, which the contract names.
 */
export function auditedFieldsOf(
  stores: Iterable<Stored>,
  { described } = { described: false },
): ReadonlyMap<string, ConditionFields> {
  const types = new Map<string, ConditionFields>();
  for (const { resource, entity } of stores) {
    if (described && !(entity.prototype instanceof RecordEntity)) continue;
    const fields = [...fieldsOf(entity.prototype)].flatMap(([name, spec]) => {
      const { audit, derived, column, schema } = spec;
      // Columns of the implementation have no description.
      const isTold = !described || (!derived && !column.generatedType && schema.description && !OWN.has(name));
      const field = audit === 'values' && isTold ? conditionFieldOf(spec) : null;
      return field ? [[name, field] as const] : [];
    });
    types.set(resource.auditedAs, inCommon(types.get(resource.auditedAs) ?? {}, Object.fromEntries(fields)));
  }
  return new Map([...types].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The fields of both. Of one that they declare differently only its kind is known, and of two kinds the first. */
export function inCommon(one: ConditionFields, other: ConditionFields): ConditionFields {
  const both = { ...one };
  for (const [name, field] of Object.entries(other)) {
    const known = one[name];
    const isSame = !known || JSON.stringify(known) === JSON.stringify(field);
    both[name] = isSame ? field : { kind: known.kind, nullable: true };
  }
  return both;
}

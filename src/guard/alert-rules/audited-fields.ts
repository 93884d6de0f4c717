import { Injectable } from '@nestjs/common';
import {
  type ChangeCondition,
  conditionFieldOf,
  type ConditionFields,
  fieldsOf,
  readChangeCondition,
  StoreRegistry,
} from '../../platform/index.js';
import type { AlertCondition } from './alert-rule.entity.js';
import { coversResource } from './matching.js';

type Field = ConditionFields[string];

/** The fields whose values entries of the audit log show. */
@Injectable()
export class AuditedFields {
  constructor(private readonly stores: StoreRegistry) {}

  /** Reads `when` of a condition; null where it has none. Throws a 400 with the path of a fault. */
  changeOf(condition: AlertCondition): ChangeCondition | null {
    return condition.when ? readChangeCondition(condition.when, this.of(condition), 'condition.when') : null;
  }

  /** The fields of the types of records that a rule can be about. Several types may have a field of one name. */
  of({ actions, resource_type }: AlertCondition): ConditionFields {
    const fields: Record<string, Field> = {};
    for (const { resource, entity } of this.stores.all) {
      const type = resource.auditedAs;
      if (resource_type !== undefined && !coversResource(resource_type, type)) continue;
      if (actions && !actions.some((action) => isAbout(action, type))) continue;
      for (const [name, spec] of fieldsOf(entity.prototype)) {
        const field = spec.audit === 'values' ? conditionFieldOf(spec) : null;
        if (field) fields[name] = fields[name] ? inCommon(fields[name], field) : field;
      }
    }
    return fields;
  }
}

/** Whether an action can be one on records of the type: `office.*` and `office.document.*` are, and so is any of its verbs. */
function isAbout(action: string, type: string): boolean {
  const start = action.replace(/\*$/, '');
  return start.startsWith(`${type}.`) || (action.endsWith('*') && `${type}.`.startsWith(start));
}

/** What holds for both of two fields with one name. Of values of another kind than the first nothing is known. */
const inCommon = (one: Field, other: Field): Field =>
  JSON.stringify(one) === JSON.stringify(other) ? one : { kind: one.kind, nullable: true };

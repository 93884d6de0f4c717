import { Injectable } from '@nestjs/common';
import {
  auditedFieldsOf,
  type ChangeCondition,
  type ConditionFields,
  inCommon,
  readChangeCondition,
  StoreRegistry,
} from '../../platform/index.js';
import type { AlertCondition } from './alert-rule.entity.js';
import { coversResource } from './matching.js';

/** The fields whose values entries of the audit log show. */
@Injectable()
export class AuditedFields {
  #types?: ReturnType<typeof auditedFieldsOf>;

  constructor(private readonly stores: StoreRegistry) {}

  /** By type, and once: stores are those of the start. */
  #all(): ReturnType<typeof auditedFieldsOf> {
    return (this.#types ??= auditedFieldsOf(this.stores.all));
  }

  /** Reads `when` of a condition; null where it has none. Throws a 400 with the path of a fault. */
  changeOf(condition: AlertCondition): ChangeCondition | null {
    return condition.when ? readChangeCondition(condition.when, this.of(condition), 'condition.when') : null;
  }

  /** The fields of the types of records that a rule can be about. Several types may have a field of one name. */
  of({ actions, resource_type }: AlertCondition): ConditionFields {
    let fields: ConditionFields = {};
    for (const [type, own] of this.#all()) {
      if (resource_type !== undefined && !coversResource(resource_type, type)) continue;
      if (actions && !actions.some((action) => isAbout(action, type))) continue;
      fields = inCommon(fields, own);
    }
    return fields;
  }
}

/** Whether an action can be one on records of the type: `office.*` and `office.document.*` are, and so is any of its verbs. */
function isAbout(action: string, type: string): boolean {
  const start = action.replace(/\*$/, '');
  return start.startsWith(`${type}.`) || (action.endsWith('*') && `${type}.`.startsWith(start));
}

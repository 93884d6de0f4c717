import { fieldNames } from '../fields/field-spec.js';
import type { ChangeInfo, EventDefinition, Resource } from './define.js';
import type { RecordEntity } from './record.entity.js';

/** Name of the record id in a payload: `deal_id` of a `sales.deal`. */
export const idField = ({ type }: Pick<Resource, 'type'>): string => `${type.split('.')[1]}_id`;

/** Fields of payloads that describe the change itself. */
export const CHANGE_FIELDS = ['changed_fields', 'hard'] as const;

/** Builds a payload: computed fields from the definition, all others from the record by name. */
export function payloadOf(
  resource: Resource,
  { payload, from }: EventDefinition,
  record: RecordEntity,
  change: ChangeInfo,
): object {
  const known: Record<string, unknown> = {
    ...record,
    [idField(resource)]: record.id,
    changed_fields: change.changed_fields,
    hard: change.hard,
    ...from?.(record, change),
  };
  return Object.fromEntries(fieldNames(payload).map((name) => [name, known[name]]));
}

import { fieldNames } from '../fields/fields.js';
import type { ChangeInfo, EventDefinition, Resource } from './define.js';
import type { RecordEntity } from './record.entity.js';

/** The name under which a payload has the id of its record: `deal_id` of a `sales.deal`. */
export const idField = ({ type }: Pick<Resource, 'type'>): string => `${type.split('.')[1]}_id`;

/** Fields of payloads that describe the change itself. */
export const CHANGE_FIELDS = ['changed_fields', 'hard'] as const;

/** The payload of an event: what its definition says, and every other declared field from the record by its name. */
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

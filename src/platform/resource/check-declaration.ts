import { fieldNames } from '../fields/fields.js';
import type { Resource } from './define.js';
import { idField, CHANGE_FIELDS } from './payload.js';

type Entity = abstract new (...args: any[]) => object;

/** Startup check: throws if a resource refers to fields that its entity lacks; the message says how to fix it. */
export function checkDeclaration(resource: Resource, entity: Entity): void {
  const { type, trash, states, owner, userColumns, parent, partOf = [], events, searchable = [] } = resource;
  const columns = fieldNames(entity);
  const need = (column: string, reason: string, mend = `add the field ${column} to ${entity.name}`) => {
    if (!columns.includes(column))
      throw new Error(`${type}: ${reason}, but ${entity.name} has no field ${column}: ${mend}.`);
  };
  if (trash) need('deleted_at', 'it has a trash', `let ${entity.name} extend TrashableEntity`);
  if (states) need('status', 'it has states', `add @Choice([…], { default: … }) status: string`);
  if (owner) need(owner, 'owner names a column', `add @Id('usr', { optional: true }) ${owner}: string`);
  if (parent) need(parent.column, 'parent names a column');
  for (const column of partOf) need(column, 'partOf names columns');
  for (const column of userColumns) need(column, 'userColumns names columns');
  for (const column of searchable) if (/^\w+$/.test(column)) need(column, 'searchable names columns');
  for (const [verb, { payload, from }] of Object.entries(events)) {
    if (from) continue;
    const known = [idField(resource), ...CHANGE_FIELDS];
    for (const name of fieldNames(payload)) {
      const mend = `write ${verb}: event(${payload.name}, (record) => ({ ${name}: … }))`;
      if (!known.includes(name)) need(name, `its event ${verb} has the field ${name}`, mend);
    }
  }
}

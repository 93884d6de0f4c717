import type { EntityMetadata } from 'typeorm';
import type { Database } from '../database/database.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import { isApp } from '../security/apps.js';
import type { Resource } from './define.js';
import { idField, CHANGE_FIELDS } from './payload.js';

type Entity = abstract new (...args: any[]) => object;

/** Startup check: throws if a resource refers to fields that its entity lacks; the message says how to fix it. */
export function checkDeclaration(resource: Resource, entity: Entity): void {
  const { type, app, trash, states, owner, userColumns, parent, partOf = [], events, searchable = [] } = resource;
  if (app && !isApp(app))
    throw new Error(
      `${type}: there is no app ${app}. An extension declares its app: @Extension({ app: { name: '${app}', … } }).`,
    );
  const columns = fieldNames(entity);
  const need = (column: string, reason: string, mend = `add the field ${column} to ${entity.name}`) => {
    if (!columns.includes(column))
      throw new Error(`${type}: ${reason}, but ${entity.name} has no field ${column}: ${mend}.`);
  };
  if (trash) need('deleted_at', 'it has a trash', `let ${entity.name} extend TrashableEntity`);
  if (states) {
    need('status', 'it has states', `add @Choice([…], { default: … }) status: string`);
    const choice = (fieldsOf(entity.prototype).get('status')!.schema as { enum?: string[] }).enum ?? [];
    const [named, unnamed] = [Object.keys(states), `the @Choice of ${entity.name}.status`];
    for (const state of named)
      if (!choice.includes(state))
        throw new Error(`${type}: the state table has the state ${state}, which ${unnamed} lacks: add it there.`);
    for (const state of choice)
      if (!named.includes(state))
        throw new Error(`${type}: ${unnamed} has the state ${state}, which the state table lacks: write ${state}: [].`);
  }
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

/** Startup check: throws if two entities share a table, or the database lacks a table or column of an entity. */
export async function checkColumns(database: Database, entities: readonly EntityMetadata[]): Promise<void> {
  const owners = new Map<string, string>();
  for (const { name, tableName } of entities) {
    const owner = owners.get(tableName);
    if (owner) throw new Error(`${owner} and ${name} are both kept in the table ${tableName}: give each one its own.`);
    owners.set(tableName, name);
  }
  const { rows } = await database.execute<{ name: string; columns: string[] }>(
    `select name, array_agg(attname::text) as columns
     from unnest($1::text[]) as name join pg_attribute on attrelid = to_regclass(name) and attnum > 0 and not attisdropped
     group by name`,
    [entities.map(({ tableName }) => tableName)],
  );
  const tables = new Map(rows.map(({ name, columns }) => [name, columns]));
  const mend = 'let a migration add it, and run the migrations.';
  for (const { name, tableName, columns } of entities) {
    const present = tables.get(tableName);
    if (!present) throw new Error(`${name} is kept in the table ${tableName}, which does not exist: ${mend}`);
    const missing = columns.find(({ databaseName }) => !present.includes(databaseName));
    if (missing)
      throw new Error(`${name} has the column ${missing.databaseName}, which the table ${tableName} lacks: ${mend}`);
  }
}

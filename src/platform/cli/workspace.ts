import type { INestApplicationContext } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { invalidField } from '../errors/api-error.js';
import { fieldsOf } from '../fields/field-spec.js';

/** Runs the work of a command in a workspace, in one unit of work with the actor `system`. */
export async function inWorkspace<T>(app: INestApplicationContext, id: string, work: () => Promise<T>): Promise<T> {
  const database = app.get(Database);
  const { count } = await database.execute('select 1 from workspaces where id = $1', [id]);
  if (!count) throw invalidField('workspace', 'not_found', `There is no workspace ${id}.`);
  return asSystem(id, () => database.transaction(work));
}

/** The fields of a record that a view shows. */
export function shown(view: new () => object, record: object): object {
  const names = [...fieldsOf(view.prototype).keys()];
  return Object.fromEntries(names.map((name) => [name, (record as Record<string, unknown>)[name]]));
}

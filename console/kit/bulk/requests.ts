import type { Shows } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { request } from '../schema/form.js';
import { bodyBefore, bodyFor, type Change, type Failure, forEach } from './run.js';
import type { Several } from './several.js';

/** Takes something back for these records; answers those for which that failed. */
export type Undo = (records: readonly Values[]) => Promise<Failure[]>;

interface Outcome {
  done: Values[];
  failures: Failure[];
  undo?: Undo;
}

const namesOf = ({ param }: Shows, { id }: Values) => ({ [param]: id });

export const undoing =
  (one: (record: Values) => Promise<unknown>): Undo =>
  async (records) =>
    (await forEach(records, one)).failures;

export const remove = (at: Shows, record: Values) =>
  request({ method: 'delete', path: at.path, names: namesOf(at, record) });

export const restore = (at: Shows, record: Values) =>
  request({ method: 'post', path: `${at.path}/restore`, names: namesOf(at, record) });

/** Changes records: by one request where the API has one for several, which changes all of them or none. */
export async function change(
  at: Shows,
  { together }: Several,
  records: readonly Values[],
  of: Change,
): Promise<Outcome> {
  if (!together) {
    const patch = (record: Values, body: Values) =>
      request({ method: 'patch', path: at.path, names: namesOf(at, record) }, body);
    const found = await forEach(records, (record) => patch(record, bodyFor(record, of)));
    return { ...found, undo: undoing((record) => patch(record, bodyBefore(record, of))) };
  }
  const { path, ids, updates } = together;
  const send = (some: readonly Values[], body: Values) =>
    request({ method: 'post', path }, { [ids]: some.map(({ id }) => id), [updates]: body });
  await send(records, of.sets);
  const undo: Undo = async (changed) => {
    // Records that had the same values are taken back by one request.
    const alike = Map.groupBy(changed, (record) => JSON.stringify(bodyBefore(record, of)));
    for (const group of alike.values()) await send(group, bodyBefore(group[0]!, of));
    return [];
  };
  return { done: [...records], failures: [], undo };
}

import { SuiteError } from '#client';
import { type IfMatch, ifMatch, read, type RecordOf } from '../api.js';
import type { Shows } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { request } from '../schema/form.js';
import { bodyBefore, bodyFor, type Change, ChangedMeanwhile, type Failure, forEach } from './run.js';
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
  /** When each record was changed here. */
  const changedAt = new Map<unknown, unknown>();
  const note = ({ id, updated_at }: Values) => void changedAt.set(id, updated_at);
  const patch = (record: Values, body: Values, header?: IfMatch) =>
    request({ method: 'patch', path: at.path, names: namesOf(at, record) }, body, header);
  /** Only where nobody has changed the record since: it is read, and changed as it was read. */
  const undo = undoing(async (record) => {
    const names = namesOf(at, record) as Record<string, string>;
    const now: Values = await read(at.path, { params: { path: names } });
    if (now.updated_at !== changedAt.get(record.id)) throw new ChangedMeanwhile();
    try {
      await patch(record, bodyBefore(record, of), ifMatch({ path: at.path as RecordOf['path'], names }));
    } catch (error) {
      throw error instanceof SuiteError && error.status === 412 ? new ChangedMeanwhile() : error;
    }
  });
  if (!together) {
    const found = await forEach(records, async (record) => note(await patch(record, bodyFor(record, of))));
    return { ...found, undo };
  }
  const { path, ids, updates } = together;
  const body = { [ids]: records.map(({ id }) => id), [updates]: of.sets };
  const { data }: { data: Values[] } = await request({ method: 'post', path }, body);
  data.forEach(note);
  return { done: [...records], failures: [], undo };
}

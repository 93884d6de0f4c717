import { isPending, SuiteError } from '#client';
import { type IfMatch, ifMatch, read, type RecordOf, suite } from '../api.js';
import type { Shows } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { request } from '../schema/form.js';
import { WaitsForApproval } from '../session.js';
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

interface Patched {
  done: Values[];
  failures: Failure[];
  /** The answers for those that are done. */
  answers: Values[];
}

type Answered = { body: unknown; error: null } | { body: null; error: unknown };

/** Whether the answers of a batch had no room for that of this operation, so that it was not begun. */
const hadNoRoom = ({ error }: Answered) =>
  error instanceof SuiteError &&
  error.details.some(({ field, code }) => field === 'operations' && code === 'too_large');

/** Gives each record its body, all in one batch. One that is refused keeps none of the others from theirs. */
async function patchEach(
  at: Shows,
  records: readonly Values[],
  bodyOf: (record: Values) => Values,
  headers: { Prefer?: 'dry-run' } = {},
): Promise<Patched> {
  const found: Answered[] = [];
  // Large records may take more than one batch, of which each does one at least.
  while (found.length < records.length) {
    const left = records.slice(found.length);
    const answers: Answered[] = await suite
      .batchEach((batch) => {
        const patch = batch.patch as unknown as (path: string, init: object) => any;
        return left.map((record) =>
          patch(at.path, { params: { path: namesOf(at, record) }, body: bodyOf(record), headers }),
        );
      })
      .then(
        (results) => results as Answered[],
        // The whole batch was refused, or nobody was reached.
        (error) => left.map(() => ({ body: null, error })),
      );
    const end = answers.findIndex(hadNoRoom);
    found.push(...(end > 0 ? answers.slice(0, end) : answers));
  }
  const errorOf = ({ body, error }: Answered) => (isPending(body) ? new WaitsForApproval(body) : error);
  const each = records.map((record, index) => ({ record, body: found[index]!.body, error: errorOf(found[index]!) }));
  return {
    done: each.flatMap(({ record, error }) => (error ? [] : [record])),
    failures: each.flatMap(({ record, error }) => (error ? [{ record, error }] : [])),
    answers: each.flatMap(({ body, error }) => (error ? [] : [body as Values])),
  };
}

/** Tries a change of fields by a dry run. `waiting`: records whose change somebody has to approve. */
export async function foresee(at: Shows, records: readonly Values[], of: Change) {
  const { answers, failures } = await patchEach(at, records, (record) => bodyFor(record, of), { Prefer: 'dry-run' });
  const waiting = answers.filter(({ needs_review }) => needs_review?.length).length;
  return { done: answers.length - waiting, waiting, failures };
}

/** Changes records by one request: where the API has one for several of the type, all of them or none. */
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
    const { answers, ...found } = await patchEach(at, records, (record) => bodyFor(record, of));
    answers.forEach(note);
    return { ...found, undo };
  }
  const { path, ids, updates } = together;
  const body = { [ids]: records.map(({ id }) => id), [updates]: of.sets };
  const { data }: { data: Values[] } = await request({ method: 'post', path }, body);
  data.forEach(note);
  return { done: [...records], failures: [], undo };
}

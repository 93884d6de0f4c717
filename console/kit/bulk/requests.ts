import { isPending, SuiteError } from '#client';
import { suite } from '../api.js';
import type { Forecast } from '../preview/try.js';
import type { Shows } from '../resources.js';
import type { Values } from '../schema/fields.js';
import { request } from '../schema/form.js';
import { WaitsForApproval } from '../session.js';
import { bodyBefore, bodyFor, type Change, ChangedMeanwhile, type Failure } from './run.js';
import type { Several } from './several.js';

/** Takes something back for these records; answers those for which that failed. */
export type Undo = (records: readonly Values[]) => Promise<Failure[]>;

interface Outcome {
  done: Values[];
  failures: Failure[];
  undo?: Undo;
}

/** A request for each of several records. */
interface Each {
  method: 'patch' | 'post' | 'delete';
  path: string;
  bodyOf?: (record: Values) => Values;
  /** The revision of a record without which its request is refused. */
  revisionOf?: (record: Values) => unknown;
}

interface Sent {
  done: Values[];
  failures: Failure[];
  /** The answers for those that are done. */
  answers: unknown[];
}

type Answered = { body: unknown; error: null } | { body: null; error: unknown };

/** Whether the answers of a batch had no room for that of this operation, so that it was not begun. */
const hadNoRoom = ({ error }: Answered) =>
  error instanceof SuiteError &&
  error.details.some(({ field, code }) => field === 'operations' && code === 'too_large');

/** Sends the requests for all records in one batch. One that is refused keeps none of the others from theirs. */
async function sendEach(
  { param }: Shows,
  records: readonly Values[],
  { method, path, bodyOf, revisionOf }: Each,
  isTry = false,
): Promise<Sent> {
  const found: Answered[] = [];
  // Large records may take more than one batch, of which each does one at least.
  while (found.length < records.length) {
    const left = records.slice(found.length);
    const answers: Answered[] = await suite
      .batchEach((batch) => {
        const add = batch[method] as unknown as (path: string, init: object) => any;
        return left.map((record) =>
          add(path, {
            params: { path: { [param]: record.id } },
            ...(bodyOf && { body: bodyOf(record) }),
            headers: {
              ...(revisionOf && { 'If-Match': `"${revisionOf(record)}"` }),
              ...(isTry && { Prefer: 'dry-run' }),
            },
          }),
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
    answers: each.flatMap(({ body, error }) => (error ? [] : [body])),
  };
}

const CHANGE = ({ path }: Shows, of: Change): Each => ({
  method: 'patch',
  path,
  bodyOf: (record) => bodyFor(record, of),
});
const DELETE = ({ path }: Shows): Each => ({ method: 'delete', path });
const RESTORE = ({ path }: Shows): Each => ({ method: 'post', path: `${path}/restore` });

/** Deletes records. Those that go to the trash can be taken from it again. */
export async function remove(at: Shows, records: readonly Values[]): Promise<Outcome> {
  const { done, failures } = await sendEach(at, records, DELETE(at));
  return { done, failures, ...(at.trash && { undo: async (gone) => (await restore(at, gone)).failures }) };
}

export async function restore(at: Shows, records: readonly Values[]): Promise<Outcome> {
  const { done, failures } = await sendEach(at, records, RESTORE(at));
  return { done, failures };
}

/** The outcome of a dry run for several records. */
export interface Foreseen {
  done: number;
  /** Records whose change somebody has to approve. */
  waiting: number;
  changes: Forecast['changes'];
  failures: Failure[];
}

/** Tries a change of fields, or a removal, by a dry run. */
export async function foresee(at: Shows, records: readonly Values[], of: Change | 'removal'): Promise<Foreseen> {
  const each = of === 'removal' ? DELETE(at) : CHANGE(at, of);
  const { answers, failures } = await sendEach(at, records, each, true);
  const forecasts = answers as Forecast[];
  const waiting = forecasts.filter(({ needs_review }) => needs_review?.length).length;
  const changes = forecasts.flatMap((forecast) => forecast.changes);
  return { done: forecasts.length - waiting, waiting, changes, failures };
}

/** Changes records by one request: where the API has one for several of the type, all of them or none. */
export async function change(
  at: Shows,
  { together }: Several,
  records: readonly Values[],
  of: Change,
): Promise<Outcome> {
  const { answers, ...found } = together
    ? await changeTogether(together, records, of)
    : await sendEach(at, records, CHANGE(at, of));
  const revisions = new Map((answers as Values[]).map(({ id, revision }) => [id, revision]));
  const undo: Undo = async (changed) => {
    const { failures } = await sendEach(at, changed, {
      method: 'patch',
      path: at.path,
      bodyOf: (record) => bodyBefore(record, of),
      // Only where nobody has changed the record since.
      revisionOf: ({ id }) => revisions.get(id),
    });
    const isStale = (error: unknown) => error instanceof SuiteError && error.status === 412;
    return failures.map(({ record, error }) => ({ record, error: isStale(error) ? new ChangedMeanwhile() : error }));
  };
  return { ...found, undo };
}

async function changeTogether(
  { path, ids, updates }: NonNullable<Several['together']>,
  records: readonly Values[],
  { sets }: Change,
): Promise<Sent> {
  const { data } = await request({ method: 'post', path }, { [ids]: records.map(({ id }) => id), [updates]: sets });
  return { done: [...records], failures: [], answers: data };
}

import { withCapital } from '../record/nouns.js';
import type { Values } from '../schema/fields.js';
import type { Several } from './several.js';
import { plural, t } from '../language.js';

type Nouns = Pick<Several, 'noun' | 'nouns' | 'counted'>;

/** Requests that are under way at the same time. */
const AT_ONCE = 4;

/** A record for which it did not work, and the reason. */
export interface Failure {
  record: Values;
  error: unknown;
}

/** Somebody has changed a record since the console did, so that what they did must not be undone with it. */
export class ChangedMeanwhile extends Error {}

/** Does the work for each record, a few at a time. One that fails keeps none of the others from theirs. */
export async function forEach<T extends Values>(
  records: readonly T[],
  work: (record: T) => Promise<unknown>,
): Promise<{ done: T[]; failures: Failure[] }> {
  const errors = new Map<T, unknown>();
  const waiting = records.values();
  const lane = async () => {
    for (const record of waiting)
      try {
        await work(record);
      } catch (error) {
        errors.set(record, error);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return {
    done: records.filter((record) => !errors.has(record)),
    failures: records.filter((record) => errors.has(record)).map((record) => ({ record, error: errors.get(record) })),
  };
}

/** A change of several records. */
export interface Change {
  /** Fields that all of them get. */
  sets: Values;
  add?: readonly string[];
  remove?: readonly string[];
}

/** The body that changes one of them. */
export function bodyFor(record: Values, { sets, add = [], remove = [] }: Change): Values {
  if (!add.length && !remove.length) return sets;
  const tags = [...new Set([...(record.tags as string[]), ...add])].filter((tag) => !remove.includes(tag));
  return { ...sets, tags };
}

/** The body that takes it back: the fields of the change as the record had them. */
export const bodyBefore = (record: Values, change: Change): Values =>
  Object.fromEntries(Object.keys(bodyFor(record, change)).map((name) => [name, record[name]]));

/** `2 of 3 documents published.` */
export function inWords(count: number, of: number, { noun, nouns, counted }: Nouns, done: string): string {
  if (of === 1) return t('{noun} {done}.', { noun: withCapital(noun), done });
  if (count === of) return t('{records} {done}.', { records: counted(count), done });
  return t('{count} of {of} {nouns} {done}.', { count, of, nouns, done });
}

/** `12 will change, 1 would wait for an approval, 2 cannot be changed.` */
export const foreseenInWords = (changed: number, waiting: number, failed: number, isRemoval = false): string =>
  [
    changed && (isRemoval ? t('{changed} will be deleted', { changed }) : t('{changed} will change', { changed })),
    waiting && t('{waiting} would wait for an approval', { waiting }),
    failed && (isRemoval ? t('{failed} cannot be deleted', { failed }) : t('{failed} cannot be changed', { failed })),
  ]
    .filter(Boolean)
    .join(', ') + '.';

/** Result of an undo that did not work for all records: `1 of 3 is undone. …` `explain` gives other reasons of a failure. */
export function undoneInWords(
  count: number,
  left: readonly Failure[],
  name: (record: Values) => string,
  explain: (error: unknown) => string,
): string {
  const changed = left.filter(({ error }) => error instanceof ChangedMeanwhile);
  const others = left.filter(({ error }) => !(error instanceof ChangedMeanwhile));
  const undone = count - left.length;
  return [
    undone
      ? plural(undone, '{count} of {all} is undone.', '{count} of {all} are undone.', { all: count })
      : t('This could not be undone.'),
    changed.length &&
      t('Changed meanwhile and left as they are: {changed}.', {
        changed: changed.map(({ record }) => name(record)).join(', '),
      }),
    ...others.map(({ record, error }) => `${name(record)}: ${explain(error)}`),
  ]
    .filter(Boolean)
    .join(' ');
}

import { type Shown, suite } from './api.js';

type Person = Shown<'Person'>;

/** Ids that one request takes. */
const MAX_IDS = 100;

interface Waiting extends PromiseWithResolvers<Person | null> {
  id: string;
}

let waiting: Waiting[] = [];

/** Somebody of the workspace by their id, or null. Ids that are asked for at the same time leave in one request. */
export function personOf(id: string): Promise<Person | null> {
  const one = { id, ...Promise.withResolvers<Person | null>() };
  if (waiting.push(one) === 1) setTimeout(askForAll);
  return one.promise;
}

function askForAll(): void {
  const all = waiting;
  waiting = [];
  for (let start = 0; start < all.length; start += MAX_IDS) void askFor(all.slice(start, start + MAX_IDS));
}

async function askFor(some: readonly Waiting[]): Promise<void> {
  try {
    const ids = some.map(({ id }) => id).join();
    const { data } = await suite.get('/v1/access/people', { params: { query: { ids, limit: MAX_IDS } } });
    for (const { id, resolve } of some) resolve(data.find((person) => person.id === id) ?? null);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import type { Settings } from '../config/settings.js';
import { Turns } from './turns.js';

let turns: Turns;
let running: string[];
beforeEach(() => {
  vi.useFakeTimers();
  turns = new Turns({ DATABASE_POOL: 6 } as Settings);
  running = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Takes a turn that lasts until it is ended. */
function begin(of: string, atOnce = 1) {
  let end!: () => void;
  const work = async (waited: boolean) => {
    running.push(of);
    await new Promise<void>((done) => (end = done));
    return waited;
  };
  const done = turns.take(of, atOnce, work);
  // Its failure is looked at by those who wait for it.
  done.catch(() => undefined);
  return { done, end: () => end() };
}

it('those about one thing run one after the other, others beside them', async () => {
  const [first, second] = [begin('a'), begin('a')];
  begin('b');
  expect(running).toEqual(['a', 'b']);
  first.end();
  expect(await first.done).toBe(false);
  await eventually(() => expect(running).toEqual(['a', 'b', 'a']));
  second.end();
  expect(await second.done).toBe(true);
});

it('all of them together take half of the connections, in the order in which they came', async () => {
  const [first] = ['a', 'b', 'c', 'd', 'e'].map((of) => begin(of));
  expect(running).toEqual(['a', 'b', 'c']);
  first!.end();
  await eventually(() => expect(running).toEqual(['a', 'b', 'c', 'd']));
});

it('who fails makes room, and who waits too long is told so', async () => {
  await expect(turns.take('a', 1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const [first, late] = [begin('a'), begin('a')];
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(late.done).rejects.toMatchObject({ status: 503 });
  first.end();
  await first.done;
  begin('a');
  expect(running).toEqual(['a', 'a']);
});

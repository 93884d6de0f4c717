import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random.js';
import type { Blow, Stage } from './stage.js';

export interface Planned {
  blow: Blow;
  /** Milliseconds before it. */
  after: number;
  /** It comes although the last one is not yet repaired. Others wait until all is ready, then so long. */
  hurried: boolean;
}

/** The processes killed in so many seconds of service. It follows from the seed alone, not from how fast the machine is. */
export function plan(random: Random, seconds: number, blows: Blow[]): Planned[] {
  const planned: Planned[] = [];
  let deck: Blow[] = [];
  for (let left = seconds * 1_000; left > 0; left -= planned.at(-1)!.after) {
    const hurried = planned.length > 0 && random.chance(0.25);
    const after = random.between(hurried ? 50 : 300, hurried ? 800 : 1_500);
    // Like cards, so that everything has its turn.
    if (!deck.length) deck = [...blows];
    const [blow] = deck.splice(random.between(0, deck.length - 1), 1);
    planned.push({ blow: blow!, after, hurried });
  }
  return planned;
}

/** Carries the plan out; resolves when all is ready again. */
export async function strike(stage: Stage, planned: Planned[]): Promise<void> {
  for (const { blow, after, hurried } of planned) {
    if (!hurried) await stage.whenReady();
    await sleep(after);
    await stage.strike(blow);
  }
  await stage.whenReady();
}

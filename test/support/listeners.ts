import { expect } from 'vitest';
import { eventually } from './eventually.js';
import type { TestApp } from './test-app.js';

/** Waits until all listeners have handled what happened: they read records, too. */
export const listenersDone = ({ database }: TestApp): Promise<void> =>
  eventually(async () => {
    const counts = `select (select count(*)::int from outbox) as waiting,
      (select count(*)::int from event_cursors where position < (select max(position) from events)) as behind`;
    expect(await database.read(counts)).toEqual([{ waiting: 0, behind: 0 }]);
  });

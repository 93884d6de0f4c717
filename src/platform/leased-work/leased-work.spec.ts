import { Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { asSystem, currentContext } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Queues } from '../queues/queues.js';
import type { Lease } from './lease.js';
import { LeasedWork, PermanentFailure, Postponed, type WorkItem, type WorkProcessor } from './leased-work.js';
import { Works } from './works.js';

interface Errand extends WorkItem {
  id: string;
}

/** What a process does with an errand. */
type Doing = (errand: Errand, lease: Lease, database: Database) => Promise<unknown>;
let doing: Doing;
const done: string[] = [];

@LeasedWork({
  kind: 'errand',
  table: 'errands',
  task: 'spec.errands',
  description: 'Runs errands that are due.',
  queue: 'spec-errands',
  renewSeconds: 0.05,
  backoff: { firstSeconds: 10, maxSeconds: 40 },
  giveUp: { attempts: 3 },
})
@Injectable()
class Errands implements WorkProcessor<Errand> {
  constructor(private readonly database: Database) {}

  process(errand: Errand, lease: Lease): Promise<unknown> {
    return doing(errand, lease, this.database);
  }
}

@Module({ providers: [Errands] })
class ErrandsModule {}

/** Two processes, which work only where a test tells them to. */
let suite: TestApp;
let beside: TestApp;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' }, { modules: [ErrandsModule] });
  beside = await startTestApp({ ROLE: 'api' }, { beside: suite, modules: [ErrandsModule] });
  await suite.database.execute(`
    create table errands (
      workspace_id text not null, id text not null, steps integer not null default 0, attempts integer not null default 0,
      next_attempt_at timestamptz(3), error text, created_at timestamptz(3) not null, primary key (workspace_id, id)
    )`);
});
afterAll(async () => {
  await beside.close();
  await suite.close();
});
beforeEach(async () => {
  await suite.database.execute('delete from errands');
  done.length = 0;
  doing = async ({ id }) => done.push(id);
});

/** Errands of the past, each due one second after the one before. */
const add = async (...ids: string[]) => {
  for (const [index, id] of ids.entries())
    await suite.database.execute(
      'insert into errands (workspace_id, id, next_attempt_at, created_at) values ($1, $2, $3, $3)',
      [suite.workspaceId, id, suite.clock.iso(index - 60)],
    );
};
const rows = async () => (await suite.database.execute('select * from errands order by id')).rows;
const run = ({ app }: TestApp) => app.get(Works).run('errand');

/** Lets work wait in the middle. */
function gate() {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const { promise, resolve: open } = Promise.withResolvers<void>();
  return { reached, open, wait: () => (arrive(), promise) };
}

async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  for (const { clock } of [suite, beside]) clock.advance(seconds);
  return work().finally(() => [suite, beside].forEach(({ clock }) => clock.advance(-seconds)));
}

describe('an item', () => {
  it('is done once, however many processes work, and its row goes', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `errand_${index}`);
    await add(...ids);
    await Promise.all([run(suite), run(beside), run(suite), run(beside)]);
    expect(done.toSorted()).toEqual(ids.toSorted());
    expect(await rows()).toEqual([]);
  });

  it('is not held up by one that another worker claims at the same time', async () => {
    await add('errand_1', 'errand_2');
    const other = await suite.database.connect();
    try {
      await other.query(`begin; select from errands where id = 'errand_1' for update`);
      const running = run(suite);
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await eventually(async () =>
        expect(done.length + (await suite.database.execute(waiting)).count).toBeGreaterThan(0),
      );
      expect(done).toEqual(['errand_2']);
      await other.query('rollback');
      await running;
    } finally {
      await other.query('rollback');
      other.release();
    }
    await run(suite);
    expect(done).toEqual(['errand_2', 'errand_1']);
  });

  it('is added with its change, due at once or at a time, which can be moved', async () => {
    const plan = (id: string, seconds?: number) =>
      asSystem(suite.workspaceId, () =>
        suite.database.transaction(() =>
          suite.app.get(Works).add('errand', { id }, seconds === undefined ? undefined : suite.clock.iso(seconds)),
        ),
      );
    await plan('errand_1');
    await plan('errand_2', 60);
    await plan('errand_3', 60);
    await plan('errand_3', 600);
    await run(suite);
    expect(done).toEqual(['errand_1']);
    await later(61, () => run(suite));
    expect(done).toEqual(['errand_1', 'errand_2']);
    await later(601, () => run(suite));
    expect([done, await rows()]).toEqual([['errand_1', 'errand_2', 'errand_3'], []]);
  });

  it('is done by the system, in its workspace', async () => {
    await add('errand_1');
    let seen: unknown;
    doing = async () => (seen = [currentContext().workspaceId, currentContext().actor.type]);
    await run(suite);
    expect(seen).toEqual([suite.workspaceId, 'system']);
  });

  it('shows its progress, and keeps its lease as long as it takes', async () => {
    await add('errand_1');
    const { reached, open, wait } = gate();
    doing = async (_, lease) => {
      lease.report(() => ({ steps: 7 }));
      await wait();
      lease.check();
    };
    const running = run(suite);
    await reached;
    await eventually(async () => expect(await rows()).toMatchObject([{ steps: 7 }]));
    const [{ next_attempt_at }] = (await rows()) as [{ next_attempt_at: string }];
    await later(20, () =>
      eventually(async () =>
        expect(Date.parse((await rows())[0]!.next_attempt_at)).toBeGreaterThan(Date.parse(next_attempt_at) + 19_000),
      ),
    );
    open();
    await running;
    expect(await rows()).toEqual([]);
  });
});

describe('a holder that comes back after its lease', () => {
  it('writes nothing, and leaves the item to the worker that has it', async () => {
    await add('errand_1');
    const [first, second] = [gate(), gate()];
    const write = (steps: number): Doing => {
      const { wait } = steps === 1 ? first : second;
      return async ({ id }, lease, database) => {
        await wait();
        await lease.transaction(() => database.write('update errands set steps = $2 where id = $1', [id, steps]));
        done.push(`by worker ${steps}`);
      };
    };
    doing = write(1);
    const stale = run(suite);
    await first.reached;
    // It is stuck: it renews its lease no more, until that has expired.
    await suite.database.execute('update errands set next_attempt_at = $1', [suite.clock.iso(-1)]);
    doing = write(2);
    const holder = run(beside);
    await second.reached;
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
    first.open();
    await stale;
    expect([await rows(), done]).toMatchObject([[{ attempts: 2, steps: 0, error: null }], []]);
    second.open();
    await holder;
    expect([await rows(), done]).toEqual([[], ['by worker 2']]);
  });

  it('writes nothing although the attempts were reset by hand, and another worker has the same number', async () => {
    await add('errand_1');
    const [first, second] = [gate(), gate()];
    doing = async ({ id }, lease, database) => {
      await first.wait();
      await lease.transaction(() => database.write('update errands set steps = 1 where id = $1', [id]));
      done.push('by the stale holder');
    };
    const stale = run(suite);
    await first.reached;
    await suite.database.execute('update errands set attempts = 0, next_attempt_at = $1', [suite.clock.iso(-1)]);
    doing = async ({ id }) => {
      await second.wait();
      done.push(id);
    };
    await later(5, async () => {
      const holder = run(beside);
      await second.reached;
      expect(await rows()).toMatchObject([{ attempts: 1 }]);
      first.open();
      await stale;
      expect([await rows(), done]).toMatchObject([[{ attempts: 1, steps: 0, error: null }], []]);
      second.open();
      await holder;
    });
    expect([await rows(), done]).toEqual([[], ['errand_1']]);
  });

  it('does not end the item with its own failure', async () => {
    await add('errand_1');
    const { reached, open, wait } = gate();
    doing = async () => {
      await wait();
      throw new PermanentFailure('It is broken.');
    };
    const stale = run(suite);
    await reached;
    // Another worker has claimed it, and is at work.
    await suite.database.execute('update errands set attempts = 2, next_attempt_at = $1', [suite.clock.iso(30)]);
    open();
    await stale;
    expect(await rows()).toMatchObject([{ attempts: 2, error: null, next_attempt_at: expect.any(String) }]);
  });

  it('is told at its next check', async () => {
    await add('errand_1');
    const { reached, open, wait } = gate();
    doing = async ({ id }, lease) => {
      await wait();
      await eventually(() => expect(() => lease.check()).toThrow());
      lease.check();
      done.push(id);
    };
    const stale = run(suite);
    await reached;
    await suite.database.execute('delete from errands');
    open();
    await stale;
    expect(done).toEqual([]);
  });
});

describe('a worker that dies', () => {
  it('leaves an item to the next one, once its lease has expired', async () => {
    await add('errand_1');
    // It claimed the item, and said nothing more.
    await suite.database.execute('update errands set attempts = 1, next_attempt_at = $1', [suite.clock.iso(30)]);
    await run(beside);
    expect(done).toEqual([]);
    await later(31, () => run(beside));
    expect(done).toEqual(['errand_1']);
  });

  it('again and again has the item given up, because each attempt is counted when it begins', async () => {
    await add('errand_1');
    await suite.database.execute('update errands set attempts = 3');
    await run(suite);
    expect(done).toEqual([]);
    expect(await rows()).toMatchObject([
      { attempts: 4, next_attempt_at: null, error: 'The errand failed after 3 attempts.' },
    ]);
  });
});

describe('an attempt that fails', () => {
  it('delays nothing behind it, permanently or not', async () => {
    await add('errand_1', 'errand_2', 'errand_3');
    doing = async ({ id }) => {
      if (id === 'errand_1') throw new PermanentFailure('It is broken.');
      if (id === 'errand_2') throw new Error('ada@example.com does not answer.');
      done.push(id);
    };
    await run(suite);
    expect(done).toEqual(['errand_3']);
    expect(await rows()).toMatchObject([
      { id: 'errand_1', attempts: 1, error: 'It is broken.', next_attempt_at: null },
      { id: 'errand_2', attempts: 1, error: '…@… does not answer.', next_attempt_at: expect.any(String) },
    ]);
  });

  it('is followed by the declared ones, after a backoff, and then by none', async () => {
    await add('errand_1');
    doing = async () => {
      done.push('tried');
      throw new Error('Not now.');
    };
    for (const seconds of [0, 5, 11, 22, 40, 3_600]) await later(seconds, () => run(suite));
    expect(done).toHaveLength(3);
    expect(await rows()).toMatchObject([{ attempts: 3, error: 'Not now.', next_attempt_at: null }]);
  });

  it('is the first again where it got further, also for the backoff', async () => {
    await add('errand_1');
    const waits: number[] = [];
    doing = async ({ id }, lease, database) => {
      done.push(id);
      if (done.length === 3)
        await lease.advance(() => database.write('update errands set steps = 1 where id = $1', [id]));
      throw new Error('Not now.');
    };
    for (let attempt = 1; attempt <= 5; attempt++) {
      await later(attempt * 100, async () => {
        await run(suite);
        const [{ next_attempt_at }] = (await rows()) as [{ next_attempt_at: string | null }];
        if (next_attempt_at) waits.push(Math.round((Date.parse(next_attempt_at) - suite.clock.now()) / 1_000));
      });
    }
    expect(waits).toEqual([10, 20, 10, 20]);
    expect(await rows()).toMatchObject([{ attempts: 3, steps: 1, next_attempt_at: null }]);
  });

  it('counts as before where its step was rolled back', async () => {
    await add('errand_1');
    doing = (_, lease) =>
      lease.advance(() => {
        throw new Error('Not now.');
      });
    for (const seconds of [0, 11]) await later(seconds, () => run(suite));
    expect(await rows()).toMatchObject([{ attempts: 2, error: 'Not now.' }]);
  });

  it('is shown to operators, who can have another one made', async () => {
    await add('errand_1', 'errand_2');
    doing = async ({ id }) => {
      if (id === 'errand_1') throw new PermanentFailure('It is broken.');
      throw new Error('Not now.');
    };
    await run(suite);
    // The kinds of this spec are not in the document.
    const { data } = (await suite.client.get('/v1/operations/backlog', { described: false })).body;
    const shown = { kind: 'errand', status: 'failing', attempts: 1, about: null, workspace_id: suite.workspaceId };
    expect(data.toSorted((a: any, b: any) => (a.id < b.id ? -1 : 1))).toMatchObject([
      { ...shown, id: 'errand_1', reason: 'It is broken.', next_attempt_at: null },
      { ...shown, id: 'errand_2', reason: 'Not now.', next_attempt_at: expect.any(String) },
    ]);
    doing = async ({ id }) => done.push(id);
    for (const id of ['errand_1', 'errand_2'])
      expect(
        (await suite.client.post(`/v1/operations/backlog/${id}/retry`, undefined, { described: false })).status,
      ).toBe(202);
    await run(suite);
    expect(done.toSorted()).toEqual(['errand_1', 'errand_2']);
  });

  it('is forgotten once a later attempt got on with the work', async () => {
    await add('errand_1');
    doing = async ({ attempts }, lease) => {
      if (attempts < 3) throw new Error('Not now.');
      await lease.again(5);
    };
    for (const seconds of [0, 11, 33]) await later(seconds, () => run(suite));
    expect(await rows()).toMatchObject([{ attempts: 0, error: null, next_attempt_at: expect.any(String) }]);
  });

  it('does not count where the item must wait for something else', async () => {
    await add('errand_1');
    doing = async () => {
      done.push('waits');
      throw new Postponed();
    };
    for (const seconds of [0, 5, 11]) await later(seconds, () => run(suite));
    expect(done).toHaveLength(2);
    expect(await rows()).toMatchObject([{ attempts: 0, error: null }]);
  });

  it('does not count where the process stops', async () => {
    await add('errand_1');
    const worker = await startTestApp({ ROLE: 'api' }, { beside: suite, modules: [ErrandsModule] });
    const { reached, open, wait } = gate();
    doing = async (_, lease) => {
      await wait();
      lease.check();
    };
    const running = run(worker);
    await reached;
    worker.app.get(Works).onModuleDestroy();
    open();
    await running;
    await worker.close();
    expect(await rows()).toMatchObject([{ attempts: 0, error: null }]);
    doing = async ({ id }) => done.push(id);
    await run(suite);
    expect(done).toEqual(['errand_1']);
  });
});

describe('a worker', () => {
  let worker: TestApp;
  beforeAll(async () => {
    worker = await startTestApp({ ROLE: 'worker' }, { beside: suite, modules: [ErrandsModule] });
  });
  afterAll(() => worker.close());

  it('is woken by the commit that adds an item', async () => {
    await asSystem(suite.workspaceId, () =>
      suite.database.transaction(async () => {
        await suite.database.write(
          'insert into errands (workspace_id, id, next_attempt_at, created_at) values ($1, $2, $3, $3)',
          [suite.workspaceId, 'errand_1', suite.clock.iso()],
        );
        suite.app.get(Works).wake('errand');
      }),
    );
    await eventually(() => expect(done).toEqual(['errand_1']));
  });

  it('finds what is due although the queue lost everything', async () => {
    const queue = worker.app.get(Queues).queue('spec-errands');
    await queue.pause();
    await add('errand_1');
    suite.app.get(Works).wake('errand');
    await queue.obliterate({ force: true });
    await queue.resume();
    await eventually(() => expect(done).toEqual(['errand_1']));
  });

  it('works without a queue, at the next look for what is due', async () => {
    await add('errand_1', 'errand_2');
    await worker.app.get(Maintenance).run('spec.errands');
    await eventually(() => expect(done.toSorted()).toEqual(['errand_1', 'errand_2']));
  });
});

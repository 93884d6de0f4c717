import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { Document } from '../../office/documents/document.entity.js';
import { asSystem, currentContext } from '../context/request-context.js';
import type { ResourceStore } from '../resource/store.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { ConcurrentChange, type UnitOfWork } from './unit-of-work.js';

let suite: TestApp;
let store: ResourceStore<Document>;
let workspaceId: string;
let ownerId: string;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  store = suite.app.get(StoreRegistry).of(Document);
});
beforeEach(async () => {
  ({ id: workspaceId, ownerId } = await suite.workspace());
});
afterAll(() => suite.close());

const inUnit = <T>(work: (unit: UnitOfWork) => Promise<T>) =>
  asSystem(workspaceId, () => suite.database.transaction(work));

const create = (title: string) =>
  store.create({
    title,
    content: '',
    content_type: 'html',
    status: 'draft',
    owner_id: ownerId,
    permissions: { visibility: 'private' },
    tags: [],
    attachments: [],
  });

/** Counts of the workspace's documents, their events and their audit entries. */
async function traces(): Promise<number[]> {
  const { rows } = await suite.database.execute(
    `select (select count(*) from documents where workspace_id = $1) as documents,
            (select count(*) from outbox where workspace_id = $1 and type like 'office.%') as events,
            (select count(*) from audit_entries where workspace_id = $1 and resource_type = 'office.document') as entries`,
    [workspaceId],
  );
  return Object.values(rows[0]!);
}

/** Resolves once every connection is back in the pool. */
const allReturned = () =>
  eventually(() => expect(suite.database.pool.totalCount - suite.database.pool.idleCount).toBe(0));

describe('A unit of work', () => {
  it('takes every write into its transaction', async () => {
    const lock = `select pg_advisory_xact_lock(hashtext('a test'))`;
    const taken = `select pg_try_advisory_xact_lock(hashtext('a test')) as free`;
    const free = async () => (await suite.database.execute(taken)).rows[0]!.free;
    const gone = inUnit(async (unit) => {
      await suite.database.write(lock);
      expect(await free()).toBe(false);
      await unit.write('update documents set title = $2 where workspace_id = $1', [workspaceId, 'Never seen']);
      throw new Error('Enough.');
    });
    await expect(gone).rejects.toThrow('Enough.');
    expect(await free()).toBe(true);
  });

  it('keeps a lock until its end, also where it has written nothing yet', async () => {
    const { id } = await inUnit(() => create('one'));
    const lock = () => suite.database.execute('select 1 from documents where id = $1 for update nowait', [id]);
    await inUnit(async () => {
      await store.find(id, { lock: true });
      await expect(lock()).rejects.toThrow(/could not obtain lock/);
    });
    await lock();
  });

  it('commits records, events and audit entries together', async () => {
    await inUnit(async () => {
      await create('one');
      await create('two');
    });
    expect(await traces()).toEqual([2, 2, 2]);
  });

  it.each([1, 2, 3])('leaves nothing of %i writes when it fails', async (writes) => {
    const failing = inUnit(async () => {
      for (let n = 0; n < writes; n++) await create(`${n}`);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await traces()).toEqual([0, 0, 0]);
    await allReturned();
  });

  it('takes writes that are made at the same time', async () => {
    await inUnit(async () => {
      await Promise.all(['one', 'two', 'three', 'four'].map(create));
    });
    expect(await traces()).toEqual([4, 4, 4]);
    await allReturned();
  });

  it('does not pass for committed when somebody swallowed the error of a statement', async () => {
    const failing = inUnit(async (unit) => {
      await create('one');
      await unit.read('select 1 / 0', []).catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await traces()).toEqual([0, 0, 0]);
    await allReturned();
  });

  it('leaves nothing when its last write fails', async () => {
    const made = await inUnit(() => create('one'));
    await inUnit(async () => store.update(await store.get(made.id), { title: 'newer' }));
    const failing = inUnit(async () => {
      await create('two');
      await store.update(made, { title: 'stale' });
    });
    await expect(failing).rejects.toBeInstanceOf(ConcurrentChange);
    expect(await traces()).toEqual([1, 2, 2]);
    await allReturned();
  });

  it('does not show what it has not committed, except to itself', async () => {
    await inUnit(async () => {
      const { id } = await create('one');
      expect(await traces()).toEqual([0, 0, 0]);
      expect(await store.find(id)).toMatchObject({ title: 'one' });
      expect(await traces()).toEqual([0, 0, 0]);
    });
    expect(await traces()).toEqual([1, 1, 1]);
  });

  it('is joined by one that is opened inside', async () => {
    const failing = inUnit(async (outer) => {
      await suite.database.transaction(async (inner) => {
        expect(inner).toBe(outer);
        await create('one');
      });
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await traces()).toEqual([0, 0, 0]);
  });

  it('needs a context', async () => {
    await expect(suite.database.transaction(async () => undefined)).rejects.toThrow(/asSystem/);
    await asSystem(workspaceId, () => expect(create('one')).rejects.toThrow(/unit of work/));
  });

  it('tells whoever wants to know once it has committed, and only then', async () => {
    const seen: unknown[] = [];
    for (const writes of [1, 2]) {
      await inUnit(async (unit) => {
        for (let n = 0; n < writes; n++) await create(`${n}`);
        unit.afterCommit(() => seen.push(currentContext().workspaceId));
        expect(seen).toHaveLength(writes - 1);
      });
    }
    expect(seen).toEqual([workspaceId, workspaceId]);
    const failing = inUnit(async (unit) => {
      unit.afterCommit(() => seen.push('never'));
      await create('lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(seen).toHaveLength(2);
  });

  it('forgets what it did since a savepoint, and goes on', async () => {
    const seen: string[] = [];
    await inUnit(async (unit) => {
      await create('kept');
      await unit.savepoint();
      await create('forgotten');
      unit.afterCommit(() => seen.push('forgotten'));
      await unit.rollbackToSavepoint();
      await create('kept too');
    });
    expect(await traces()).toEqual([2, 2, 2]);
    expect(seen).toEqual([]);
  });
});

describe('Records that are added together', () => {
  const createEach = (titles: string[]) => Promise.allSettled(titles.map((title) => inUnit(() => create(title))));
  const titles = (count: number) => Array.from({ length: count }, (_, n) => `title ${n}`);

  it('share statements, each with its own event and entry', async () => {
    const run = vi.spyOn(suite.database, 'run');
    const made = await createEach(titles(40));
    const statements = run.mock.calls.filter(([, text]) => /insert into documents/.test(text)).length;
    run.mockRestore();
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
    expect(statements).toBeLessThan(10);
    const { rows } = await suite.database.execute(
      `select d.title, o.payload ->> 'title' as told, o.actor_type, a.action, o.type, d.created_at = a.timestamp as same
         from documents d join outbox o on o.payload ->> 'document_id' = d.id join audit_entries a on a.resource_id = d.id
        where d.workspace_id = $1 order by d.title`,
      [workspaceId],
    );
    const type = 'office.document.created';
    expect(rows).toEqual(
      titles(40)
        .toSorted()
        .map((title) => ({ title, told: title, actor_type: 'system', action: type, type, same: true })),
    );
    await allReturned();
  });

  it('fail one by one: the fault of one is not that of the others', async () => {
    const made = await createEach(titles(9).with(5, 'not a text: \0'));
    expect(made.map(({ status }) => status)).toEqual(titles(9).map((_, n) => (n === 5 ? 'rejected' : 'fulfilled')));
    expect(await traces()).toEqual([8, 8, 8]);
  });

  it('do not run again when their connection is lost', async () => {
    const locker = new pg.Client(suite.settings.DATABASE_URL);
    await locker.connect();
    await locker.query('begin');
    await locker.query('lock table documents in share mode');
    let over = false;
    const making = createEach(titles(5)).finally(() => (over = true));
    await eventually(async () => {
      await suite.database.execute(
        `select pg_terminate_backend(pid, 1000) from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%insert into documents%' and pid <> pg_backend_pid()
            and datname = current_database()`,
      );
      expect(over).toBe(true);
    });
    await locker.query('rollback');
    await locker.end();
    expect(await making).toEqual(
      titles(5).map(() => ({ status: 'rejected', reason: expect.objectContaining({ status: 503 }) })),
    );
    expect(await traces()).toEqual([0, 0, 0]);
  });
});

describe('Records that are changed together', () => {
  it('share statements, and each gets its own', async () => {
    const made = await inUnit(() => Promise.all(Array.from({ length: 40 }, (_, n) => create(`${n}`))));
    const changes = (n: number) => ({
      title: `"${n}" \u2028 \\ \u{1F600}`,
      tags: n % 2 ? [] : ['one', `{"${n}",}`],
      permissions: { visibility: n % 2 ? 'public' : 'private' },
      deleted_at: n % 3 ? null : '2026-01-31T09:00:00.000Z',
    });
    const run = vi.spyOn(suite.database, 'run');
    const changed = await Promise.all(made.map((one, n) => inUnit(() => store.update(one, changes(n)))));
    const statements = run.mock.calls.filter(([, text]) => /update documents/.test(text)).length;
    run.mockRestore();
    expect(statements).toBeLessThan(10);
    await inUnit(async () => {
      for (const [n, one] of changed.entries()) {
        expect(one).toMatchObject(changes(n));
        const visibility = n % 2 ? 'public' : 'private';
        expect(await store.find(one.id, { deleted: true })).toEqual({ ...one, visibility });
      }
    });
    const { rows } = await suite.database.execute(
      `select o.payload ->> 'title' as told, a.changes #>> '{title,to}' as noted
         from outbox o join audit_entries a on a.resource_id = o.payload ->> 'document_id' and a.action = o.type
        where o.workspace_id = $1 and o.type = 'office.document.updated' order by o.number`,
      [workspaceId],
    );
    const titles = made.map((_, n) => changes(n).title);
    expect(new Set(rows.map(({ told, noted }) => `${told}${noted}`))).toEqual(new Set(titles.map((one) => one + one)));
    await allReturned();
  });

  it('are not held up for long by one that waits for somebody else', async () => {
    const [held, free] = await inUnit(() => Promise.all(['held', 'free'].map(create)));
    const other = new pg.Client(suite.settings.DATABASE_URL);
    await other.connect();
    await other.query('begin');
    await other.query('select from documents where workspace_id = $1 and id = $2 for update', [workspaceId, held!.id]);
    const late = inUnit(() => store.update(held!, { title: 'late' }));
    await eventually(async () => {
      const { rows } = await suite.database.execute('select 1 from pg_locks where not granted');
      expect(rows.length).toBeGreaterThan(0);
    });
    expect(await inUnit(() => store.update(free!, { title: 'now' }))).toMatchObject({ title: 'now' });
    await other.query('rollback');
    await other.end();
    expect(await late).toMatchObject({ title: 'late' });
  });

  it('lose alone where somebody else was faster, also one of them', async () => {
    const made = await inUnit(() => Promise.all(Array.from({ length: 9 }, (_, n) => create(`${n}`))));
    await inUnit(() => store.update(made[5]!, { title: 'theirs' }));
    const before = await traces();
    const attempts = [...made, made[7]!].map((one, n) => inUnit(() => store.update(one, { title: `mine ${n}` })));
    const results = await Promise.allSettled(attempts);
    const lost = results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
    expect([
      [5, 7],
      [5, 9],
    ]).toContainEqual(lost);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ConcurrentChange);
    expect(await traces()).toEqual(before.map((count, what) => (what ? count + 8 : count)));
    expect((await asSystem(workspaceId, () => store.get(made[5]!.id))).title).toBe('theirs');
  });
});

describe('A record that was loaded before somebody else changed or removed it', () => {
  it.each(['changed', 'removed'])('is not written over (%s)', async (how) => {
    const stale = await inUnit(() => create('one'));
    await inUnit(async () => {
      const fresh = await store.get(stale.id);
      if (how === 'changed') await store.update(fresh, { title: 'theirs' });
      else await store.remove(fresh, { hard: true });
    });
    const before = await traces();
    await expect(inUnit(() => store.update(stale, { title: 'mine' }))).rejects.toBeInstanceOf(ConcurrentChange);
    await expect(inUnit(() => store.remove(stale))).rejects.toBeInstanceOf(ConcurrentChange);
    await expect(inUnit(() => store.remove(stale, { hard: true }))).rejects.toBeInstanceOf(ConcurrentChange);
    expect(await traces()).toEqual(before);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { UnitOfWork } from './unit-of-work.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('a connection that PostgreSQL ends', () => {
  const end = (pid: number) => test.database.execute('select pg_terminate_backend($1, 5000)', [pid]);

  it('fails its transaction as unavailable, and the process goes on', async () => {
    const unit = new UnitOfWork(test.database);
    await unit.open();
    const { rows } = await unit.query('select pg_backend_pid() as pid', []);
    await end(rows[0]!.pid);
    await expect(unit.query('select 1', [])).rejects.toMatchObject({ status: 503 });
    await unit.rollback();
    expect((await test.client.get('/v1/office/documents')).status).toBe(200);
  });

  it('may be lost in the very moment in which a request takes it', async () => {
    const lost = new Error('Connection terminated unexpectedly');
    test.database.pool.once('acquire', (client) => process.nextTick(() => client.emit('error', lost)));
    const unit = new UnitOfWork(test.database);
    await unit.open();
    await unit.rollback();
  });

  it('fails the statement that runs on it as unavailable', async () => {
    const [holder, unit] = [new UnitOfWork(test.database), new UnitOfWork(test.database)];
    await holder.open();
    await holder.query('select pg_advisory_xact_lock(1)', []);
    await unit.open();
    const { rows } = await unit.query('select pg_backend_pid() as pid', []);
    const waiting = unit.query('select pg_advisory_xact_lock(1)', []);
    await Promise.all([expect(waiting).rejects.toMatchObject({ status: 503 }), end(rows[0]!.pid)]);
    await unit.rollback();
    await holder.rollback();
    expect((await test.client.get('/v1/office/documents')).status).toBe(200);
  });
});

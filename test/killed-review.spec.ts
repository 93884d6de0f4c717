import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AppProcess, buildApp, startProcess } from './processes.js';
import { Client, type SignedInClient, startTestApp, type TestApp } from './support/test-app.js';

/** The last approval runs the request: both are done, or neither (D-REV-4). */

const CONTACTS = '/v1/sales/contacts';

let suite: TestApp;
let sql: pg.Client;
let lead: SignedInClient;
let app: AppProcess;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  const { DATABASE_URL, DATA_DIR, SECRETS_KEY } = suite.settings;
  sql = new pg.Client(DATABASE_URL);
  await sql.connect();
  lead = await suite.signedIn('sales:admin');
  const policy = await suite.client.post('/v1/guard/policies', {
    name: 'Contacts',
    effect: 'review',
    principals: [{ type: 'any' }],
    resources: [{ type: 'sales.contact' }],
    actions: ['sales:write'],
    when: { after: { display_name: 'Countess' } },
    approvers: [{ type: 'user', id: lead.userId }],
    status: 'active',
  });
  expect(policy.status, policy.text).toBe(201);
  app = await startProcess(await buildApp(), {
    DATABASE_URL: DATABASE_URL!,
    DATA_DIR,
    SECRETS_KEY: SECRETS_KEY!,
    ROLE: 'api',
  });
});
afterAll(async () => {
  await sql.end();
  await app.stop();
  await suite.close();
});

it('an approval whose process is killed once the change is written leaves nothing, and can be given again', async () => {
  const { id } = (await suite.client.post(CONTACTS, { display_name: 'Ada' })).body;
  const waits = await suite.client.patch(`${CONTACTS}/${id}`, { display_name: 'Countess' });
  expect(waits.status, waits.text).toBe(202);
  const path = `/v1/guard/reviews/${waits.body.review_id}`;
  await sql.query('begin; lock table outbox in share mode');
  const sent = new Client(app.base, lead.client.key).post(`${path}/approve`).catch(() => null);
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query ~ 'into outbox'`;
  // Not by the connection with the lock: what a transaction has seen of activity stays as it was.
  await expect.poll(async () => (await suite.database.execute(waiting)).count).toBe(1);
  await app.stop('SIGKILL');
  expect(await sent).toBeNull();
  await sql.query('commit');

  const state = async () => {
    const { data } = (await suite.client.get(`/v1/guard/audit-logs?resource_id=${id}&action=sales.contact.updated`))
      .body;
    const [{ body: contact }, { body: review }] = await Promise.all([
      suite.client.get(`${CONTACTS}/${id}`),
      lead.client.get(path),
    ]);
    return [contact.display_name, review.status, review.approved_by, data.length];
  };
  expect(await state()).toEqual(['Ada', 'pending', [], 0]);
  expect((await lead.client.post(`${path}/approve`)).body.status).toBe('executed');
  expect(await state()).toEqual(['Countess', 'executed', [lead.userId], 1]);
});

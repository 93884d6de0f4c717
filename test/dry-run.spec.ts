import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { whyNoDryRun } from '../src/platform/request/dry-run.js';
import { Routes } from '../src/platform/request/routes.js';
import { faultsOfDryRuns, written } from './routes/dry-run.js';
import { enforcePolicy } from './support/policies.js';
import { nameOf } from './support/samples.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

const DRY = { Prefer: 'dry-run' };
const dry = { headers: DRY };
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  // Without workers, so that nothing else changes what is compared.
  suite = await startTestApp({ ROLE: 'api' });
  ({ client } = suite);
});
afterAll(() => suite.close());

describe('a dry run', () => {
  it('answers what would happen, and nothing happens', async () => {
    const before = await written(suite);
    const { status, headers, body } = await client.post(DOCUMENTS, { title: 'Plan', tags: ['a'] }, dry);
    expect([status, headers.get('preference-applied')]).toEqual([200, 'dry-run']);
    expect(body).toMatchObject({
      dry_run: true,
      status: 201,
      result: { title: 'Plan', status: 'draft' },
      changes: [{ type: 'office.document', id: body.result.id, action: 'office.document.created' }],
      events: ['office.document.created'],
    });
    expect(await written(suite)).toEqual(before);
    expect((await client.get(`${DOCUMENTS}/${body.result.id}`)).status).toBe(404);
  });

  it('shows each field of a change as the audit log would', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const { body } = await client.patch(`${DOCUMENTS}/${id}`, { title: 'Plan B' }, dry);
    expect(body.changes).toEqual([
      {
        type: 'office.document',
        id,
        action: 'office.document.updated',
        changes: { title: { from: 'Plan', to: 'Plan B' } },
      },
    ]);
    const nothing = await client.patch(`${DOCUMENTS}/${id}`, { title: 'Plan' }, dry);
    expect(nothing.body).toMatchObject({ status: 200, changes: [], events: [] });
    const removed = await client.delete(`${DOCUMENTS}/${id}`, dry);
    expect(removed.body).toMatchObject({ status: 204, result: null, events: ['office.document.deleted'] });
    expect((await client.get(`${DOCUMENTS}/${id}`)).body).toMatchObject({ title: 'Plan', revision: 1 });
  });

  it('is refused as the request would be', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    expect((await client.post(DOCUMENTS, { title: '' }, dry)).body.error.details[0]).toMatchObject({ field: 'title' });
    expect(
      (await client.patch(`${DOCUMENTS}/${id}`, { title: 'B' }, { headers: { ...DRY, 'If-Match': '"9"' } })).status,
    ).toBe(412);
    expect((await (await suite.withScopes('office:read')).post(DOCUMENTS, { title: 'A' }, dry)).status).toBe(403);
    await enforcePolicy(client, { resources: [{ type: 'office.document', id }], actions: ['office:delete'] });
    expect((await client.delete(`${DOCUMENTS}/${id}`, dry)).status).toBe(403);
  });

  it('does not use up an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'tried' };
    expect((await client.post(DOCUMENTS, { title: 'A' }, { headers: { ...DRY, ...headers } })).status).toBe(200);
    const real = await client.post(DOCUMENTS, { title: 'A' }, { headers });
    expect([real.status, real.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('leaves the connection as it was', async () => {
    const settings = () =>
      suite.database.read(
        `select current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')`,
      );
    const usual = await settings();
    await client.post(DOCUMENTS, { title: 'A' }, dry);
    expect(await settings()).toEqual(usual);
  });

  it('is stopped where others hold its record, so that it holds no locks itself', async () => {
    const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
    const other = await suite.database.connect();
    onTestFinished(() => other.release());
    await other.query('begin');
    await other.query('select 1 from documents where id = $1 for update', [id]);
    const { status, body } = await client.patch(`${DOCUMENTS}/${id}`, { title: 'B' }, dry);
    await other.query('rollback');
    expect([status, body.error.details[0]]).toMatchObject([400, { field: 'Prefer', code: 'out_of_range' }]);
    expect((await client.patch(`${DOCUMENTS}/${id}`, { title: 'B' }, dry)).status).toBe(200);
  });

  it('shows people what they may read of a record that only exists in the try', async () => {
    const { client: editor } = await client.signedIn('office:editor');
    const { body } = await editor.post(DOCUMENTS, { title: 'Mine' }, dry);
    expect(body.changes).toMatchObject([{ id: body.result.id, action: 'office.document.created' }]);
    expect(body.events).toEqual(['office.document.created']);
  });

  it('costs budget', async () => {
    const limited = await startTestApp({ RATE_LIMIT: '3', ROLE: 'api' }, { beside: suite });
    onTestFinished(() => limited.close());
    const statuses = [];
    for (let n = 0; n < 4; n++) statuses.push((await limited.client.post(DOCUMENTS, { title: 'A' }, dry)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('is told to whoever sends it to a route that has none, and nothing happens', async () => {
    const { status, body } = await client.post('/v1/access/scim/v2/Users', { userName: 'a@example.com' }, dry);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('no dry run')]);
  });

  it('is refused by the sign-in and whatever else takes no credential of the API', async () => {
    const { all } = suite.app.get(Routes);
    const before = await written(suite);
    const wrong: string[] = [];
    // Those of a record answer 404 without it.
    for (const { method, path, loads } of all.filter(({ endpoint, method }) => !endpoint && method !== 'GET')) {
      if (loads) continue;
      const answer = await fetch(suite.base + path.replaceAll(/:\w+/g, 'x'), {
        method,
        headers: { ...DRY, Origin: suite.base, 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=refresh_token',
        redirect: 'manual',
      });
      if (answer.status !== 400 || !(await answer.text()).includes('no dry run')) wrong.push(`${method} ${path}`);
    }
    expect(wrong).toEqual([]);
    expect(await written(suite)).toEqual(before);
  });

  it('is nothing that a read or the stream knows', async () => {
    const headers = { ...DRY, 'X-API-Key': client.key! };
    for (const path of [DOCUMENTS, '/v1/events/stream']) {
      const answer = await fetch(suite.base + path, { headers });
      expect([answer.status, answer.headers.get('preference-applied')], path).toEqual([200, null]);
      await answer.body!.cancel();
    }
  });

  it.each(['dryrun', 'dry_run', 'Dry Run', 'handling=strict, dry-runs', '"dry-run"'])(
    '%s is no preference',
    async (Prefer) => {
      const before = await written(suite);
      const { status, body } = await client.post(DOCUMENTS, { title: 'A' }, { headers: { Prefer } });
      expect([status, body.error?.details[0].field]).toEqual([400, 'Prefer']);
      expect(await written(suite)).toEqual(before);
    },
  );

  it('tells nothing of records that the caller may not read', async () => {
    const stages = [{ name: 'New', probability: 10 }];
    await client.post('/v1/sales/pipelines', { name: 'Direct', stages });
    const [primary_id, duplicate_id] = await Promise.all(
      ['One', 'Two'].map(async (display_name) => (await client.post('/v1/sales/contacts', { display_name })).body.id),
    );
    const deal = (
      await client.post('/v1/sales/deals', { title: 'Seats', contact_ids: [duplicate_id], tags: ['secret'] })
    ).body.id;
    const editor = await client.signedIn('sales:editor');
    const merge = async (by: Client) =>
      (await by.post('/v1/sales/contacts/merge', { primary_id, duplicate_id }, dry)).body;
    expect(JSON.stringify((await merge(editor.client)).changes)).toContain(primary_id);
    await enforcePolicy(client, {
      principals: [{ type: 'user', id: editor.userId }],
      resources: [{ type: 'sales.deal', tag: 'secret' }],
      actions: ['sales:read'],
    });
    expect(JSON.stringify(await merge(editor.client))).not.toContain(deal);
  });
});

describe('every route that writes', () => {
  it('has a dry run that changes nothing, or says why it has none', { timeout: 180_000 }, async () => {
    // With workers, because some samples wait for them.
    const running = await startTestApp();
    onTestFinished(() => running.close());
    const { client: owner } = await running.workspace('Tried', { operator: true });
    const routes = running.app.get(Routes).all.filter((route) => route.writes && route.endpoint);
    expect(await faultsOfDryRuns(routes, owner, running)).toEqual([]);
    const reasons = routes.flatMap((route) => {
      const reason = whyNoDryRun(route);
      return reason ? [`${nameOf(route)}: ${reason}`] : [];
    });
    expect(reasons.toSorted()).toEqual([
      'DELETE /v1/access/scim/v2/Groups/:id: its standard knows none',
      'DELETE /v1/access/scim/v2/Users/:id: its standard knows none',
      'PATCH /v1/access/scim/v2/Groups/:id: its standard knows none',
      'PATCH /v1/access/scim/v2/Users/:id: its standard knows none',
      'POST /v1/access/scim/v2/Groups/.search: its standard knows none',
      'POST /v1/access/scim/v2/Groups: its standard knows none',
      'POST /v1/access/scim/v2/Users/.search: its standard knows none',
      'POST /v1/access/scim/v2/Users: its standard knows none',
      'POST /v1/guard/reviews/:id/approve: the last approval runs the request',
      'POST /v1/guard/reviews/:id/preview: it is one itself',
      'POST /v1/imports/samples: it writes files to the file store',
      'POST /v1/imports: it takes files',
      'POST /v1/office/files/upload/chunked/:session_id/complete: it completes a file in the file store',
      'POST /v1/office/files/upload/chunked: it begins a file in the file store',
      'POST /v1/office/files: it takes files',
      'POST /v1/office/sheets/import: it takes files',
      'POST /v1/operations/backlog/:item_id/retry: the work is retried at once',
      'POST /v1/sales/contacts/import: it takes files',
      'PUT /v1/access/scim/v2/Groups/:id: its standard knows none',
      'PUT /v1/access/scim/v2/Users/:id: its standard knows none',
      'PUT /v1/office/files/upload/chunked/:session_id/parts/:part_number: it takes files',
    ]);
  });
});

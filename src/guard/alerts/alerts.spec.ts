import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Maintenance } from '../../platform/maintenance/maintenance.js';
import { Browser } from '../../../test/support/browser.js';
import { mailTo, makeUser, PASSWORD } from '../../../test/support/people.js';
import { formWithFile } from '../../../test/support/sample.js';
import { errorsOf } from '../../../test/expect-error.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { AlertRepository } from './alert.repository.js';
import { AlertsService } from './alerts.service.js';
import { Evaluator } from './evaluator.js';

const RULES = '/v1/guard/alert-rules';
const ALERTS = '/v1/guard/alerts';
const DOCUMENTS = '/v1/office/documents';

let suite: TestApp;
/** A fresh workspace for each test. */
let client: Client;
let workspaceId: string;
let ownerId: string;
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: '1' });
});
beforeEach(async () => {
  ({ client, id: workspaceId, ownerId } = await suite.workspace());
});
afterAll(() => suite.close());

/** Runs the evaluation that workers run every few seconds. */
async function evaluated(app = suite.app) {
  await app.get(Maintenance).run('guard.sealing');
  await app.get(Evaluator).run();
}

const rule = (facts: object = {}) => ({
  name: 'Deletions',
  condition: { actions: ['office.document.deleted'] },
  ...facts,
});
const make = async (facts: object = {}) => {
  const answer = await client.post(RULES, rule(facts));
  expect(answer, answer.text).toMatchObject({ status: 201 });
  return answer.body;
};
const activate = async (facts: object = {}) => {
  const { id } = await make(facts);
  expect((await client.patch(`${RULES}/${id}`, { status: 'active' })).status).toBe(200);
  return id as string;
};
const alertsOf = async (id: string) => {
  await evaluated();
  return (await client.get(`${ALERTS}?rule_id=${id}`)).body.data;
};
const remove = async (headers: Record<string, string> = {}, by = client) => {
  const { id } = (await client.post(DOCUMENTS, { title: 'Plan' })).body;
  await by.delete(`${DOCUMENTS}/${id}`, { headers });
  return id as string;
};
const removeBy = async (by: Client) => {
  const { id } = (await by.post(DOCUMENTS, { title: 'Plan' })).body;
  await by.delete(`${DOCUMENTS}/${id}`);
};
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('A rule', () => {
  it('is inactive at first, and has what it leaves out', async () => {
    const made = await make();
    expect(made).toEqual({
      id: expect.stringMatching(/^rul_/),
      ...rule(),
      description: '',
      severity: 'medium',
      status: 'inactive',
      threshold: 1,
      window_minutes: 60,
      group_by: 'none',
      dedup_minutes: 60,
      runbook: '',
      mail_admins: false,
      tags: [],
      built_in: false,
      last_triggered_at: null,
      created_at: expect.any(String),
      updated_at: made.created_at,
    });
    expect((await client.post(RULES, { ...rule(), status: 'asleep' })).status).toBe(400);
    const active = (await client.post(RULES, { ...rule(), status: 'active' })).body;
    expect(active.status).toBe('active');
    await remove();
    expect(await alertsOf(active.id)).toHaveLength(1);
    await client.delete(`${RULES}/${active.id}`);
    const path = `${RULES}/${made.id}`;
    expect((await client.patch(path, { status: 'active', tags: ['a'] })).body).toMatchObject({ status: 'active' });
    expect((await client.get(`${RULES}?tag=a&status=active`)).body.data).toMatchObject([{ id: made.id }]);
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  it('is there for what every workspace should know of: changed, not deleted', async () => {
    const { data, meta } = (await client.get(`${RULES}?limit=100`)).body;
    expect(meta.total).toBe(14);
    expect(new Set(data.map(({ built_in }: any) => built_in))).toEqual(new Set([true]));
    const active = data.filter(({ status }: any) => status === 'active').map(({ name }: any) => name);
    expect(active.toSorted()).toEqual([
      'A file contains malware',
      'A policy was switched off',
      'A role of an admin was given',
      'An owner signed in by password past the rules',
      'Many failed sign-ins from one address',
      'Many failed sign-ins to one account',
      'Many refused attempts from one address',
    ]);
    await evaluated();
    expect((await client.get(ALERTS)).body.meta.total).toBe(0);
    const path = `${RULES}/${data[0].id}`;
    expect((await client.delete(path)).status).toBe(409);
    const changed = await client.patch(path, { threshold: 7, id: 'rul_other', built_in: false });
    expect(changed.body).toMatchObject({ id: data[0].id, threshold: 7, built_in: true });
    const strict = await client.patch(path, { id: 'rul_other' }, { headers: { Prefer: 'handling=strict' } });
    expect(errorsOf(strict)).toEqual([400, 'id unknown_field']);
  });

  const strange: [string, object, string[]][] = [
    ['an unknown action', { condition: { actions: ['office.cake.eaten'] } }, ['condition.actions[0] invalid_value']],
    [
      'a field that its records do not have',
      { condition: { actions: ['office.document.*'], when: { after: { or: [{ worth: 1 }] } } } },
      ['condition.when.after.or[0].worth unknown_field'],
    ],
    [
      'a value of another type',
      { condition: { resource_type: 'sales.deal', when: { before: { value: { gte: 'x' } } } } },
      ['condition.when.before.value.gte invalid_type'],
    ],
    ['no side of the change', { condition: { when: {} } }, ['condition.when required']],
    [
      'a field whose values no entry shows',
      { condition: { resource_type: 'office.document', when: { after: { content: 'x' } } } },
      ['condition.when.after.content unknown_field'],
    ],
    [
      'a condition too long',
      { condition: { when: { after: { title: { in: Array(5).fill('x'.repeat(999)) } } } } },
      ['condition.when too_long'],
    ],
    ['an unknown severity', { severity: 'fatal' }, ['severity invalid_value']],
  ];
  it.each(strange)('is refused with %s', async (_, facts, faults) => {
    expect(errorsOf(await client.post(RULES, rule(facts)))).toEqual([400, ...faults]);
    const { id } = await make();
    expect(errorsOf(await client.patch(`${RULES}/${id}`, facts))).toEqual([400, ...faults]);
  });

  it('takes the fields that the contract names, and none whose values entries do not show', async () => {
    const { 'x-audited-fields': types } = (await client.get('/openapi.json')).body;
    expect(Object.keys(types).length).toBeGreaterThan(40);
    const headers = { Prefer: 'dry-run' };
    for (const [resource_type, fields] of Object.entries<object>(types)) {
      const asked = (names: string[]) => Object.fromEntries(names.map((name) => [name, { empty: true }]));
      const answerTo = (after: object) =>
        client.post(RULES, rule({ condition: { resource_type, when: { after } } }), { headers });
      const answer = await answerTo(asked(Object.keys(fields)));
      expect(answer, `${resource_type} ${answer.text}`).toMatchObject({ status: 200 });
      // A name that no record has, and contents, of which entries have a digest.
      const others = resource_type === 'office.document' ? ['content', 'nonsense'] : ['nonsense'];
      const { body } = await answerTo(asked(others));
      expect(body.error.details.map(({ field }: any) => field)).toEqual(
        others.map((name) => `condition.when.after.${name}`),
      );
    }
  });

  it('is one of 200 at most, also when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 191 }, () => client.post(RULES, rule())));
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it('tells what it would have made of entries that are there', async () => {
    const since = suite.clock.iso(-1);
    for (let round = 0; round < 3; round++) await remove();
    const { id } = await make({ threshold: 3, window_minutes: 10 });
    const test = async (path: string, body: object) => (await client.post(`${RULES}/${path}/test`, body)).body;
    const found = await test(id, { from: since });
    expect(found).toMatchObject({ match_count: 3, would_trigger: true, complete: true });
    expect(found.sample_audit_ids).toHaveLength(3);
    expect(found.samples.map(({ id }: any) => id)).toEqual(found.sample_audit_ids);
    expect(found.samples[0]).toMatchObject({ action: 'office.document.deleted', outcome: 'success' });
    const apart = await make({ threshold: 2, group_by: 'resource_id' });
    expect(await test(apart.id, { from: since })).toMatchObject({ match_count: 3, would_trigger: false });
    expect(await test(id, { from: since, to: since })).toMatchObject({
      error: { code: 'VALIDATION_ERROR' },
    });
    expect((await client.get(ALERTS)).body.meta.total).toBe(0);
  });
});

describe('An alert', () => {
  it('is made when there are enough entries, once, and told of', async () => {
    const id = await activate({ threshold: 3, severity: 'high' });
    await remove();
    await remove();
    expect(await alertsOf(id)).toEqual([]);
    await remove();
    const [alert, ...more] = await alertsOf(id);
    expect([alert, ...more]).toMatchObject([
      {
        rule_id: id,
        title: 'Deletions',
        severity: 'high',
        status: 'open',
        resolution: null,
        event_count: 3,
        dedup_key: '',
      },
    ]);
    expect(alert.sample_audit_ids).toHaveLength(3);
    const { entries } = (await client.get(`${ALERTS}/${alert.id}/entries`)).body;
    expect(entries.map(({ id }: any) => id)).toEqual(alert.sample_audit_ids);
    expect(entries[0]).toMatchObject({ action: 'office.document.deleted', actor: { type: 'api_key' } });
    const told = async () => (await client.get('/v1/events?type=guard.alert.triggered')).body.data;
    const worker = await startTestApp({}, { beside: suite });
    await expect
      .poll(told)
      .toMatchObject([
        { payload: { alert_id: alert.id, rule_id: id, title: 'Deletions', severity: 'high', event_count: 3 } },
      ]);
    await worker.close();
    expect((await client.get(`${RULES}/${id}`)).body.last_triggered_at).not.toBeNull();
    await evaluated();
    expect(await alertsOf(id)).toHaveLength(1);
  });

  it('shows entries, as a dry run of its rule does, to nobody whom a policy denies to read the audit log', async () => {
    const id = await activate({ threshold: 1 });
    await remove();
    const [alert] = await alertsOf(id);
    const { body: key } = await client.post('/v1/access/api-keys', {
      name: 'Key',
      scopes: ['guard:read', 'guard:write'],
    });
    const look = async () => [
      (await client.get(`${ALERTS}/${alert.id}/entries`, { key: key.key })).status,
      (await client.post(`${RULES}/${id}/test`, { from: suite.clock.iso(-3_600) }, { key: key.key })).status,
    ];
    expect(await look()).toEqual([200, 200]);
    const { body: policy } = await client.post('/v1/guard/policies', {
      name: 'No audit log',
      effect: 'deny',
      principals: [{ type: 'api_key', id: key.id }],
      resources: [{ type: 'guard.audit_log' }],
      actions: ['guard:read'],
    });
    await client.patch(`/v1/guard/policies/${policy.id}`, { status: 'active' });
    expect(await look()).toEqual([403, 403]);
  });

  it('takes further entries in for a while; a resolved one does not', async () => {
    const id = await activate({ threshold: 2, dedup_minutes: 30 });
    await remove();
    await remove();
    await remove();
    expect(await alertsOf(id)).toMatchObject([{ event_count: 3 }]);
    suite.clock.advance(20 * 60);
    await remove();
    const [first] = await alertsOf(id);
    expect(first).toMatchObject({ event_count: 4 });
    await client.patch(`${ALERTS}/${first.id}`, { status: 'acknowledged' });
    await remove();
    expect(await alertsOf(id)).toMatchObject([{ event_count: 5, status: 'acknowledged' }]);
    await client.patch(`${ALERTS}/${first.id}`, { status: 'resolved', resolution: 'benign' });
    await remove();
    expect(await alertsOf(id)).toMatchObject([{ status: 'open' }, { id: first.id, event_count: 5 }]);
    suite.clock.advance(31 * 60);
    await remove();
    expect(await alertsOf(id)).toHaveLength(3);
    suite.clock.advance(-51 * 60);
  });

  it('counts what lies within the window, wherever that begins', async () => {
    const id = await activate({ threshold: 3, window_minutes: 10 });
    for (const minutes of [0, 6, 6]) {
      suite.clock.advance(minutes * 60);
      await remove();
    }
    expect(await alertsOf(id)).toEqual([]);
    suite.clock.advance(60);
    await remove();
    expect(await alertsOf(id)).toMatchObject([{ event_count: 3 }]);
    suite.clock.advance(-13 * 60);
  });

  it('counts each group for itself', async () => {
    const id = await activate({ threshold: 2, group_by: 'ip_address' });
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.2']) await remove(from(address));
    expect(await alertsOf(id)).toMatchObject([
      { dedup_key: 'ip_address:203.0.113.2', title: 'Deletions: 203.0.113.2', event_count: 2 },
    ]);
  });

  it('is only of what happened after the activation, and of no change of the rule', async () => {
    await remove();
    const id = await activate({ condition: { actions: ['office.document.deleted', 'guard.alert_rule.*'] } });
    expect(await alertsOf(id)).toEqual([]);
    await client.patch(`${RULES}/${id}`, { status: 'inactive' });
    await remove();
    await client.patch(`${RULES}/${id}`, { status: 'active' });
    expect(await alertsOf(id)).toEqual([]);
    await remove();
    expect(await alertsOf(id)).toHaveLength(1);
  });

  it('does not feed on itself', async () => {
    const id = await activate({ condition: { outcome: 'success' } });
    await remove();
    for (let round = 0; round < 3; round++) await evaluated();
    expect(await alertsOf(id)).toMatchObject([{ event_count: 2 }]);
  });

  it('is made by other rules where the condition of one cannot be read any more', async () => {
    const [gone, other] = [await activate({ condition: { outcome: 'success' } }), await activate()];
    const condition = { when: { after: { mood: 'good' } } };
    await suite.database.execute('update alert_rules set condition = $2 where id = $1', [gone, condition]);
    await remove();
    expect(await alertsOf(gone)).toEqual([]);
    expect(await alertsOf(other)).toHaveLength(1);
    const tried = await client.post(`${RULES}/${gone}/test`, { from: suite.clock.iso(-3_600) });
    expect(errorsOf(tried)).toEqual([400, 'condition.when.after.mood unknown_field']);
  });

  it('outlives its rule', async () => {
    const id = await activate();
    await remove();
    const [alert] = await alertsOf(id);
    await client.delete(`${RULES}/${id}`);
    expect((await client.get(`${ALERTS}/${alert.id}`)).body).toMatchObject({ rule_id: id });
  });

  it('is mailed to the admins of guard where the rule says so', async () => {
    const admin = await client.signedIn('guard:admin');
    const viewer = await client.signedIn('guard:viewer');
    const id = await activate({ mail_admins: true, name: 'Deleted <b>\nnow</b>', runbook: 'Ask who did it.' });
    await remove();
    expect(await alertsOf(id)).toHaveLength(1);
    const [mail, ...more] = await mailTo(suite, admin.email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Alert (medium): Deleted <b> now</b>',
      text: expect.stringContaining('Ask who did it.'),
    });
    expect(mail!.html).not.toContain('<b>');
    expect(await mailTo(suite, viewer.email)).toEqual([]);
  });

  it('is mailed in the language of each admin, with times in the zone of the workspace', async () => {
    await client.patch('/v1/access/workspace', { language: 'de', time_zone: 'Asia/Tokyo' });
    const [german, english] = [await client.signedIn('guard:admin'), await client.signedIn('guard:admin')];
    await english.client.patch('/v1/access/me', { language: 'en' });
    const id = await activate({ mail_admins: true, name: 'Gelöscht', severity: 'high' });
    await remove();
    const [alert] = await alertsOf(id);
    const [inGerman, inEnglish] = [await mailTo(suite, german.email), await mailTo(suite, english.email)];
    const at = (locale: string) =>
      new Date(alert.first_event_at).toLocaleString(locale, {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: 'Asia/Tokyo',
      });
    expect(inGerman).toMatchObject([
      { subject: 'Alarm (hoch): Gelöscht', text: expect.stringContaining('1 Einträge des Prüfprotokolls') },
    ]);
    expect(inGerman[0]!.text).toContain(`zwischen ${at('de-DE')}`);
    expect(inEnglish).toMatchObject([{ subject: 'Alert (high): Gelöscht' }]);
    expect(inEnglish[0]!.text).toContain(`between ${at('en-GB')}`);
  });

  it('is mailed 20 times an hour at most, and the last mail says so', async () => {
    const admin = await client.signedIn('guard:admin');
    await activate({ mail_admins: true, group_by: 'resource_id' });
    await Promise.all(Array.from({ length: 25 }, () => remove()));
    await evaluated();
    const mails = await mailTo(suite, admin.email);
    expect(mails).toHaveLength(20);
    expect(mails.filter(({ text }: any) => text.includes('not mailed within this hour'))).toHaveLength(1);
    expect((await client.get(ALERTS)).body.meta.total).toBe(25);
  });

  it.each([
    ['a wildcard', { actions: ['office.document.*'] }, 2],
    ['an outcome', { outcome: 'denied' }, 0],
    ['another actor', { actor_id: 'key_other' }, 0],
    ['a type', { resource_type: 'office.document' }, 2],
    [
      'addresses elsewhere',
      { actions: ['office.document.deleted'], ip_not_in: ['203.0.113.0/24', '2001:db8::/32'] },
      0,
    ],
    ['another network', { actions: ['office.document.deleted'], ip_not_in: ['198.51.100.7'] }, 1],
    ['a changed field', { resource_type: 'office.document', change: { field: 'deleted_at' } }, 1],
    ['a value after', { resource_type: 'office.document', when: { after: { deleted_at: { empty: false } } } }, 1],
    ['a value before', { actions: ['office.*'], when: { before: { title: 'Plan' }, after: { title: 'Map' } } }, 0],
    ['a field left alone', { resource_type: 'office.document', change: { field: 'deleted_at', absent: true } }, 1],
  ])('asks for %s', async (_, condition, hits) => {
    const id = await activate({ condition });
    await remove(from('203.0.113.9'));
    const [alert] = await alertsOf(id);
    expect(alert?.event_count ?? 0).toBe(hits);
  });
});

async function aKey() {
  const { body } = await client.post('/v1/access/api-keys', { name: 'Key', scopes: ['read:all', 'write:all'] });
  return { by: new Client(suite.base, body.key), id: body.id as string };
}

describe('Evaluation', () => {
  it('makes each alert once with two workers', async () => {
    const second = await startTestApp({ ROLE: 'api' }, { beside: suite });
    const ids = await Promise.all([1, 2, 3].map((threshold) => activate({ threshold, dedup_minutes: 1440 })));
    const apart = await activate({ group_by: 'resource_id' });
    await Promise.all(Array.from({ length: 30 }, () => remove()));
    await suite.app.get(Maintenance).run('guard.sealing');
    await Promise.all([suite.app, second.app, suite.app, second.app].map((app) => app.get(Evaluator).run()));
    await second.close();
    const counts = await Promise.all(
      ids.map(async (id) => (await alertsOf(id)).map((alert: any) => alert.event_count)),
    );
    expect(counts).toEqual([[30], [30], [30]]);
    expect((await client.get(`${ALERTS}?rule_id=${apart}`)).body.meta.total).toBe(30);
  });

  it('leaves none out, and makes none twice, when it ends in the middle', async () => {
    // The workspaces of other tests have active rules as well.
    await evaluated();
    const id = await activate({ threshold: 2 });
    await remove();
    await remove();
    await suite.app.get(Maintenance).run('guard.sealing');
    const killed = vi.spyOn(suite.app.get(AlertRepository), 'moveTo').mockRejectedValueOnce(new Error('killed'));
    await expect(suite.app.get(Evaluator).run()).rejects.toThrow('killed');
    killed.mockRestore();
    expect((await client.get(`${ALERTS}?rule_id=${id}`)).body.data).toEqual([]);
    expect(await alertsOf(id)).toMatchObject([{ event_count: 2 }]);
  });

  it('of a workspace that fails does not stop the others', async () => {
    await evaluated();
    await activate();
    await remove();
    const other = await suite.workspace();
    const { body } = await other.client.post(RULES, rule());
    await other.client.patch(`${RULES}/${body.id}`, { status: 'active' });
    await removeBy(other.client);
    await suite.app.get(Maintenance).run('guard.sealing');
    await suite.database.execute(
      `alter table alert_windows add constraint broken check (workspace_id <> '${workspaceId}') not valid`,
    );
    onTestFinished(async () => void (await suite.database.execute('alter table alert_windows drop constraint broken')));
    await expect(suite.app.get(Evaluator).run()).rejects.toThrow('broken');
    expect((await other.client.get(`${ALERTS}?rule_id=${body.id}`)).body.data).toHaveLength(1);
    expect((await client.get(ALERTS)).body.data).toEqual([]);
  });

  it('takes two connections, however many workspaces are behind', async () => {
    await evaluated();
    for (let n = 0; n < 6; n++) {
      const each = await suite.workspace();
      const { body } = await each.client.post(RULES, rule());
      await each.client.patch(`${RULES}/${body.id}`, { status: 'active' });
      await removeBy(each.client);
    }
    await suite.app.get(Maintenance).run('guard.sealing');
    const { pool } = suite.database;
    const holder = await suite.database.connect();
    let running: Promise<void>;
    try {
      await holder.query('begin; lock table alert_positions in exclusive mode');
      running = suite.app.get(Evaluator).run();
      const waiting = `select count(*)::int as n from pg_locks where not granted and relation = 'alert_positions'::regclass`;
      await expect.poll(async () => (await holder.query(waiting)).rows[0].n).toBeGreaterThanOrEqual(2);
      expect((await holder.query(waiting)).rows[0].n).toBe(2);
      expect(pool.waitingCount).toBe(0);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await running;
  });

  it('looks at what was sealed since, not at what the window holds', async () => {
    const id = await activate({ threshold: 1000 });
    for (let round = 0; round < 3; round++) await remove();
    await evaluated();
    const { rows } = await suite.database.execute(
      `select p.position = c.sequence as done, counted from alert_positions p join audit_chains c using (workspace_id)
         join alert_windows w using (workspace_id) where p.workspace_id = $1 and w.rule_id = $2`,
      [workspaceId, id],
    );
    expect(rows).toMatchObject([
      { done: true, counted: { times: [expect.any(Number), expect.any(Number), expect.any(Number)] } },
    ]);
    const { data } = (await client.get(`${RULES}?status=active&limit=100`)).body;
    for (const rule of data) await client.patch(`${RULES}/${rule.id}`, { status: 'inactive' });
    const left = await suite.database.execute('select 1 from alert_positions where workspace_id = $1', [workspaceId]);
    expect(left.count).toBe(0);
  });
});

describe('Triage', () => {
  let path: string;
  beforeEach(async () => {
    const id = await activate();
    await remove();
    path = `${ALERTS}/${(await alertsOf(id))[0].id}`;
  });
  const patch = (body: object) => client.patch(path, body);

  it('moves an alert to any status, and a resolved one has a resolution', async () => {
    expect(errorsOf(await patch({ status: 'resolved' }))).toEqual([400, 'resolution required']);
    expect(errorsOf(await patch({ resolution: 'benign' }))).toEqual([400, 'resolution invalid_value']);
    expect((await patch({ status: 'resolved', resolution: 'true_positive' })).body).toMatchObject({
      resolution: 'true_positive',
    });
    expect((await patch({ resolution: 'false_positive' })).body).toMatchObject({ status: 'resolved' });
    expect((await patch({ status: 'open' })).body).toMatchObject({ status: 'open', resolution: null });
    expect((await patch({ status: 'acknowledged' })).body).toMatchObject({ status: 'acknowledged' });
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${path.split('/').at(-1)}&outcome=success`))
      .body;
    expect(data.map(({ action }: any) => action)).toEqual([
      ...Array(4).fill('guard.alert.updated'),
      'guard.alert.triggered',
    ]);
  });

  it('gives it to an active user', async () => {
    expect((await patch({ assignee_id: ownerId })).body.assignee_id).toBe(ownerId);
    expect((await patch({ assignee_id: null })).body.assignee_id).toBeNull();
    const stranger = await suite.workspace();
    expect(errorsOf(await patch({ assignee_id: stranger.ownerId }))).toEqual([400, 'assignee_id not_found']);
  });

  it('finds it by status, severity, rule and time', async () => {
    const { body: alert } = await client.get(path);
    const found = async (query: string) => (await client.get(`${ALERTS}?${query}`)).body.meta.total;
    const queries = [`status=open`, `severity=medium&rule_id=${alert.rule_id}`, `from=${alert.created_at}`];
    expect(await Promise.all(queries.map(found))).toEqual([1, 1, 1]);
    expect(await Promise.all([`status=resolved`, `severity=low`, `to=${alert.created_at}`].map(found))).toEqual([
      0, 0, 0,
    ]);
    expect((await client.get(`${ALERTS}?from=${alert.created_at}&to=${alert.created_at}`)).status).toBe(400);
  });

  it('ends with the retention of the workspace', async () => {
    const removeOld = () => suite.app.get(AlertsService).removeOld();
    const days = async (count: number) => {
      suite.clock.advance(count * 86_400);
      await removeOld();
      const { rows } = await suite.database.execute('select 1 from alerts where workspace_id = $1', [workspaceId]);
      suite.clock.advance(-count * 86_400);
      return rows.length;
    };
    expect(await days(364)).toBe(1);
    await client.patch('/v1/guard/settings', { alert_retention_days: 30 });
    expect([await days(29), await days(31)]).toEqual([1, 0]);
  });
});

describe('A built-in rule finds', () => {
  /** Switches one on, so that a single entry is enough. */
  const use = async (name: RegExp) => {
    const { data } = (await client.get(`${RULES}?limit=100`)).body;
    const { id } = data.find((each: any) => name.test(each.name));
    await client.patch(`${RULES}/${id}`, { status: 'active', threshold: 1 });
    return id as string;
  };
  const file = async () => {
    const form = formWithFile('plan.txt', 'We met.');
    return (await client.post('/v1/office/files', form.text, { headers: { 'Content-Type': form.type } })).body;
  };
  const policy = {
    name: 'P',
    effect: 'deny',
    principals: [{ type: 'role', id: 'sales:viewer' }],
    resources: [{ type: 'sales.*' }],
    actions: ['sales:export'],
  };

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      'a refused attempt',
      /refused/,
      async () =>
        new Client(
          suite.base,
          (await client.post('/v1/access/api-keys', { name: 'K', scopes: ['sales:read'] })).body.key,
        ).get(DOCUMENTS),
    ],
    [
      'a user with a role of an admin',
      /role of an admin/,
      () => client.post('/v1/access/users', { email: 'eve@example.com', roles: ['office:admin'] }),
    ],
    ['a new key', /API key/, aKey],
    ['a deletion', /deleted by one/, () => remove()],
    ['a download', /downloaded/, async () => client.get(`/v1/office/files/${(await file()).id}/download`)],
    ['an export of contacts', /downloaded/, () => client.get('/v1/sales/contacts/export')],
    ['an export of deals', /downloaded/, () => client.get('/v1/sales/deals/export')],
    [
      'a report as a file',
      /downloaded/,
      async () => {
        const { id } = (await client.post('/v1/project/projects', { name: 'Garden' })).body;
        await client.get(`/v1/project/projects/${id}/time-report?period=2026-07`);
        await client.get(`/v1/project/projects/${id}/time-report?period=2026-07&export=csv`);
      },
    ],
    [
      'a policy that is switched off',
      /policy/,
      async () => {
        const { id } = (await client.post('/v1/guard/policies', policy)).body;
        for (const status of ['active', 'inactive']) await client.patch(`/v1/guard/policies/${id}`, { status });
      },
    ],
    ['a shorter retention', /kept for less/, () => client.patch('/v1/guard/settings', { audit_retention_days: 30 })],
    [
      'a record removed for good',
      /removed for good/,
      async () => client.delete(`${DOCUMENTS}/${(await client.post(DOCUMENTS, { title: 'A' })).body.id}?hard=true`),
    ],
  ])('%s', async (_, name, cause) => {
    const id = await use(name);
    await remove();
    const before = (await alertsOf(id))[0]?.event_count ?? 0;
    await cause();
    expect((await alertsOf(id))[0]).toMatchObject({ event_count: before + 1 });
  });

  it('20 failed sign-ins from one address, those to one account, and an owner who signs in past the rules', async () => {
    const { data: rules } = (await client.get(`${RULES}?limit=100`)).body;
    const account = rules.find(({ name }: any) => name === 'Many failed sign-ins to one account');
    expect(account).toMatchObject({ threshold: 20, window_minutes: 10, group_by: 'actor_email' });
    // One account has fewer tries than that for a while.
    await client.patch(`${RULES}/${account.id}`, { threshold: 5 });
    const attempt = (email: string, address: string, password = 'wrong') =>
      new Browser(suite.base, { ...from(address) }).submit('/sign-in', { email, password });
    const emails = [];
    for (let n = 0; n < 4; n++) emails.push((await makeUser(suite, {}, workspaceId)).email);
    for (const email of emails) for (let n = 0; n < 5; n++) await attempt(email, '198.51.100.9');
    const { email: owner } = await makeUser(suite, { roles: ['workspace:owner'] }, workspaceId);
    await client.patch('/v1/access/settings', { password_sign_in: 'off' });
    await attempt(owner, '198.51.100.10', PASSWORD);
    const titles = async () => {
      await evaluated();
      return (await client.get(`${ALERTS}?limit=100`)).body.data.map(({ title }: any) => title).toSorted();
    };
    await expect
      .poll(titles)
      .toEqual(
        [
          'An owner signed in by password past the rules',
          'Many failed sign-ins from one address: 198.51.100.9',
          ...emails.map((email) => `Many failed sign-ins to one account: ${email}`),
        ].toSorted(),
      );
  });

  it('a suspended user who tries to sign in', async () => {
    const id = await use(/suspended user/);
    const { email } = await makeUser(suite, { status: 'suspended' }, workspaceId);
    await new Browser(suite.base).submit('/sign-in', { email, password: PASSWORD });
    await expect.poll(() => alertsOf(id)).toMatchObject([{ event_count: 1 }]);
  });

  it('an export of the audit log, once its file is there', async () => {
    const id = await use(/audit log was exported/);
    const worker = await startTestApp({}, { beside: suite });
    try {
      const { body } = await client.post('/v1/guard/audit-logs/export', { format: 'csv' });
      await expect.poll(() => alertsOf(id)).toMatchObject([{ event_count: 1 }]);
      expect((await client.get(`/v1/guard/exports/${body.job_id}`)).body.status).toBe('completed');
    } finally {
      await worker.close();
    }
  });

  it('roles of an admin however they are given', async () => {
    const id = await use(/role of an admin/);
    const { body: user } = await client.post('/v1/access/users', {
      email: 'eve@example.com',
      roles: ['office:viewer'],
    });
    const { body: group } = await client.post('/v1/access/groups', { name: 'Plain' });
    expect(await alertsOf(id)).toEqual([]);
    await client.patch(`/v1/access/users/${user.id}`, { roles: ['office:viewer', 'sales:admin'] });
    await client.patch(`/v1/access/groups/${group.id}`, { roles: ['guard:admin'] });
    await client.post(`/v1/access/groups/${group.id}/members`, { user_ids: [user.id] });
    expect((await alertsOf(id))[0]).toMatchObject({ event_count: 3 });
  });
});

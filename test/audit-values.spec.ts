import { afterAll, expect, it } from 'vitest';
import { Routes } from '../src/platform/request/routes.js';
import { ADDRESS, auditedFields, checkAuditedFields, MARK, plant, tracesOf } from './routes/audit-values.js';
import { make } from './support/samples.js';
import { startTestApp } from './support/test-app.js';

const suite = await startTestApp();
afterAll(() => suite.close());

checkAuditedFields(suite, () => true, {
  // Free texts that admins write about their own set-up.
  shown: [
    'access.group.description',
    'guard.alert_rule.description',
    'guard.alert_rule.runbook',
    'webhooks.webhook.description',
  ],
  // Of files, which their views show too, and of the chain of the audit trail itself.
  noSecrets: [
    'guard.audit_log.hash',
    'guard.audit_log.prev_hash',
    'guard.checkpoint.head_hash',
    'guard.checkpoint.previous_hash',
  ],
});

it('finds contents and secrets by their fields', () => {
  const fields = auditedFields(suite, () => true);
  expect(fields.length).toBeGreaterThan(100);
  expect(fields).toContainEqual(
    expect.objectContaining({ name: 'office.document.content', open: true, audit: 'digest' }),
  );
  expect(fields.filter(({ name }) => name.endsWith('secret'))).not.toEqual([]);
});

it('contents and personal data are in no entry, in no export, and in no event but those that declare them', async () => {
  const { client } = suite;
  const planted = await plant(suite, suite.app.get(Routes).all);
  const plants = (name: string) => planted.filter((each) => each.endsWith(` ${name}`)).length;
  expect(
    ['content', 'description', 'goal', 'body', 'note', 'notes', 'text', 'reason', 'values'].map(plants),
  ).not.toContain(0);

  // Fields that the samples leave out.
  const contact = { display_name: 'Ada', custom_fields: { remark: MARK } };
  const { body: made } = await client.post('/v1/sales/contacts', contact);
  const changed = await client.patch(`/v1/sales/contacts/${made.id}`, { custom_fields: { remark: `${MARK}!` } });
  const candidate = { display_name: MARK, email: ADDRESS };
  const job = await make(client, 'careers.job');
  await client.post(`/v1/careers/jobs/${job}/publish`);
  const { body: application } = await client.post(`/v1/careers/jobs/${job}/applications`, { candidate });
  const path = `/v1/careers/applications/${application.id}`;
  expect((await client.get(path)).text).toContain(MARK);
  const tagged = await client.patch(path, { tags: ['rust'] });
  const { status } = await client.post(`${path}/anonymize`);
  expect([changed.status, tagged.status, status]).toEqual([200, 200, 200]);

  expect(await tracesOf(suite)).toEqual([]);

  const { body } = await client.post('/v1/guard/audit-logs/export', { format: 'csv' });
  const exported = `/v1/guard/exports/${body.job_id}`;
  await expect.poll(async () => (await client.get(exported)).body.status).toBe('completed');
  const { pathname, search } = new URL((await client.get(exported)).body.download_url);
  const file = (await client.get(pathname + search, { key: null })).text;
  expect(file.split('\n').length).toBeGreaterThan(planted.length);
  expect(file.toLowerCase()).not.toContain(MARK.toLowerCase());
}, 120_000);

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import '../app.module.js';
import { eventTypes, MAX_PAYLOAD, payloadText } from '../platform/events/catalogue.js';
import { fieldsOf } from '../platform/fields/field-spec.js';
import { appsOf, matchesAny, namesEvents } from './event-types.js';

/** The specification's catalogue with the payloads of D-WH-10. */
const catalogue: Record<string, string> = {
  'office.document.created': 'document_id title owner_id',
  'office.document.updated': 'document_id title owner_id status changed_fields',
  'office.document.deleted': 'document_id title owner_id hard',
  'office.file.uploaded': 'file_id name mime_type size_bytes uploaded_by',
  'access.user.created': 'user_id email display_name status',
  'access.user.deactivated': 'user_id email display_name status',
  'access.session.revoked': 'session_id user_id reason',
  'sales.deal.stage_changed': 'deal_id title pipeline_id from_stage_id to_stage_id value',
  'sales.contact.created': 'contact_id display_name email owner_id',
  'sales.deal.won': 'deal_id title value',
  'sales.deal.lost': 'deal_id title value close_reason',
  'careers.application.submitted': 'application_id job_id stage_id',
  'careers.application.stage_changed': 'application_id job_id from_stage_id to_stage_id',
  'careers.job.published': 'job_id title channels',
  'project.task.created': 'task_id project_id title assignee_id',
  'project.task.completed': 'task_id project_id title assignee_id completed_at',
  'project.project.archived': 'project_id name',
  'guard.alert.triggered': 'alert_id rule_id title severity event_count',
  'guard.policy.updated': 'policy_id name status changes',
  'guard.audit.exported': 'job_id format row_count requested_by',
};

it('has the event types of the specification; test/inventory.txt has all', () => {
  expect([...eventTypes().keys()]).toEqual(expect.arrayContaining(Object.keys(catalogue)));
});

it.each(Object.entries(catalogue))('%s carries %s', (type, fields) => {
  const { app, payload } = eventTypes().get(type)!;
  expect(app).toBe(type.split('.')[0]);
  expect([...fieldsOf(payload.prototype).keys()].toSorted()).toEqual(fields.split(' ').toSorted());
});

it('has the types of 1.0.0 that docs/webhooks.md lists; all others are those of the feed', () => {
  const [, list = ''] = readFileSync('docs/webhooks.md', 'utf8').split('<!-- types of 1.0.0 -->');
  const documented = list.slice(0, list.indexOf('All others')).match(/[a-z_]+\.[a-z_]+\.[a-z_]+/g);
  const own = [...eventTypes().values()].filter(({ ofFeed }) => !ofFeed).map(({ type }) => type);
  expect(documented).toEqual(own.toSorted());
});

it('lets webhooks name types, whole apps or everything, and nothing else', () => {
  expect([...Object.keys(catalogue), 'office.*', 'guard.*', '*'].filter((name) => !namesEvents(name))).toEqual([]);
  const wrong = ['', 'office', 'office.', 'office.document.*', 'office.document.gone', 'webhooks.test', 'hr.*', '**'];
  expect(wrong.filter(namesEvents)).toEqual([]);
});

it('knows the apps of a subscription and what it matches', () => {
  expect(appsOf(['sales.deal.won', 'office.*'])).toEqual(['office', 'sales']);
  expect(appsOf(['*'])).toHaveLength(6);
  expect(matchesAny(['office.*'], 'office.file.uploaded')).toBe(true);
  expect(matchesAny(['office.file.uploaded'], 'office.document.created')).toBe(false);
  expect(matchesAny(['sales.*', '*'], 'guard.alert.triggered')).toBe(true);
});

it('payloads larger than the limit are never made', () => {
  const sized = (bytes: number) => () => payloadText('a.b.c', { text: 'x'.repeat(bytes - '{"text":""}'.length) });
  expect(sized(MAX_PAYLOAD)()).toHaveLength(MAX_PAYLOAD);
  expect(sized(MAX_PAYLOAD + 1)).toThrow('a.b.c');
});

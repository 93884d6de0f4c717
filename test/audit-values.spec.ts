import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldsOf } from '../src/platform/fields/fields.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { startTestApp, type TestApp } from './support/test-app.js';

/** D-GRD-1: contents stand in the audit trail as digests, secrets not at all. Fields say so; this holds what they say. */

/** Free texts that admins write about their own set-up, whose values the trail shows. */
const SHOWN = [
  'access.group.description',
  'guard.alert_rule.description',
  'guard.alert_rule.runbook',
  'webhooks.webhook.description',
];

/** Hashes that are no secrets: of files, which their views show too, and of the chain of the audit trail itself. */
const NO_SECRETS = [
  'guard.audit_log.hash',
  'guard.audit_log.prev_hash',
  'guard.checkpoint.head_hash',
  'guard.checkpoint.previous_hash',
];

interface Schema {
  type: string;
  maxLength?: number;
  enum?: unknown;
  format?: string;
  example?: unknown;
}

/** Takes whatever somebody writes: neither short, nor an id, nor one of a few words. */
const isOpen = ({ type, maxLength = Infinity, enum: words, format, example }: Schema) =>
  type === 'string' && maxLength > 2_048 && !words && !format && !/^[a-z]+_01/.test(String(example));

let suite: TestApp;
let fields: { name: string; type: string; audit: string; open: boolean }[];
beforeAll(async () => {
  suite = await startTestApp();
  fields = [...suite.app.get(StoreRegistry).all].flatMap(({ resource, entity }) =>
    [...fieldsOf(entity.prototype)].map(([name, { audit, schema, column }]) => ({
      name: `${resource.type}.${name}`,
      type: String(column.type),
      audit,
      open: isOpen(schema as Schema),
    })),
  );
  expect(fields.length).toBeGreaterThan(100);
});
afterAll(() => suite.close());

it('texts of any length are digests, but for those named here', () => {
  const texts = fields.filter(({ open }) => open);
  expect(texts.map(({ name }) => name)).toContain('office.document.content');
  expect(texts.filter(({ audit }) => audit === 'values').map(({ name }) => name)).toEqual(SHOWN);
});

it('secrets show nothing', () => {
  const secret = fields.filter(({ name }) => /(secret|hash|password)$/.test(name) && !NO_SECRETS.includes(name));
  expect(secret.map(({ name }) => name)).not.toEqual([]);
  expect(secret.filter(({ audit }) => audit !== 'nothing').map(({ name }) => name)).toEqual([]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { fieldsOf } from '../src/platform/fields/field-spec.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { isUpload } from '../src/platform/request/uploads.js';
import { fieldNames, make, nameOf, prepare } from './support/samples.js';
import { type Answer, Client, type RequestOptions, startTestApp, type TestApp } from './support/test-app.js';

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

/** A marker in every field for contents and personal data. */
const MARK = 'Zanzibar';
const ADDRESS = `${MARK}@example.com`;

/** Personal data and contents that requests take under names that no record has. */
const ALSO = ['answers', 'candidate', 'content', 'note', 'stage_note', 'values'];

/** Sends what it is given with the mark in each text of contents; what the route refuses then, as it was. */
class Planter extends Client {
  readonly planted = new Set<string>();

  constructor(
    { base, key }: Client,
    private readonly hidden: ReadonlySet<string>,
    private readonly route: Route,
  ) {
    super(base, key);
  }

  override async send(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const { body } = options;
    if (typeof body !== 'object' || body === null) return super.send(method, path, options);
    const names = fieldNames(this.route.body!).filter((name) => this.hidden.has(name));
    let marked: Record<string, unknown> = { ...body };
    for (const name of names) {
      const value = (body as Record<string, unknown>)[name] ?? (isText(this.route, name) ? MARK : undefined);
      if (value !== undefined) marked[name] = typeof value === 'string' ? MARK : withMark(value);
    }
    let answer = await super.send(method, path, { ...options, body: marked });
    // Some takes only certain words: the others are tried one by one.
    for (const name of answer.status === 400 ? names : []) {
      marked = { ...body, [name]: marked[name] };
      answer = await super.send(method, path, { ...options, body: marked });
      if (answer.status < 300) this.#note(name, marked[name]);
    }
    if (answer.status < 300) for (const name of names) this.#note(name, marked[name]);
    return answer.status < 300 ? answer : super.send(method, path, options);
  }

  #note(name: string, value: unknown): void {
    if (JSON.stringify(value)?.includes(MARK)) this.planted.add(name);
  }
}

const isText = ({ body }: Route, name: string): boolean => {
  const { type, enum: words, format } = fieldsOf(body!.prototype).get(name)!.schema as Schema;
  return type === 'string' && !words && !format;
};

/** In addresses, and in words that begin as names do: not in ids, choices and formulas. */
function withMark(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('@') ? ADDRESS : /^[A-Z]/.test(value) ? MARK : value;
  if (Array.isArray(value)) return value.map(withMark);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withMark(item)]));
}

it('contents and personal data are in no entry, in no export, and in no event but those that declare them', async () => {
  const { app, client, database } = suite;
  const own = fields.filter(({ audit }) => audit !== 'values').map(({ name }) => name);
  const planted: string[] = [];
  for (const route of app.get(Routes).all) {
    if (!route.endpoint || !route.body || isUpload(route.body)) continue;
    const { type } = route.endpoint.resource;
    const hidden = own.flatMap((name) => (name.startsWith(`${type}.`) ? name.slice(type.length + 1) : []));
    const planter = new Planter(client, new Set([...ALSO, ...hidden]), route);
    await (await prepare(route, client)).send(planter);
    planted.push(...[...planter.planted].map((name) => `${nameOf(route)} ${name}`));
  }
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

  const holds = async (sql: string) => (await database.execute(sql, [`%${MARK}%`])).rows;
  expect(await holds('select action, changes from audit_entries a where row_to_json(a)::text ilike $1')).toEqual([]);
  const told = await holds(
    `select distinct type, key from (select type, payload from outbox union all select type, payload from events) e,
       jsonb_each_text(payload::jsonb) where value ilike $1 order by 1, 2`,
  );
  expect(told.map(({ type, key }) => `${type} ${key}`)).toEqual([]);

  const { body } = await client.post('/v1/guard/audit-logs/export', { format: 'csv' });
  const exported = `/v1/guard/exports/${body.job_id}`;
  await expect.poll(async () => (await client.get(exported)).body.status).toBe('completed');
  const { pathname, search } = new URL((await client.get(exported)).body.download_url);
  const file = (await client.get(pathname + search, { key: null })).text;
  expect(file.split('\n').length).toBeGreaterThan(planted.length);
  expect(file.toLowerCase()).not.toContain(MARK.toLowerCase());
}, 120_000);

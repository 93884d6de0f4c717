import { expect } from 'vitest';
import { fieldsOf } from '../../src/platform/fields/field-spec.js';
import type { Route } from '../../src/platform/request/routes.js';
import { isUpload } from '../../src/platform/request/uploads.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { fieldNames, nameOf, prepare } from '../support/sample-registry.js';
import { type Answer, Client, type RequestOptions, type TestApp } from '../support/test-app.js';
import { check } from './check.js';

/** D-GRD-1: contents stand in the audit trail as digests, secrets not at all. Fields say so; this holds what they say. */

/** A marker in every field for contents and personal data. */
export const MARK = 'Zanzibar';
export const ADDRESS = `${MARK}@example.com`;

/** Personal data and contents that requests take under names that no record has. */
const ALSO = ['answers', 'candidate', 'content', 'note', 'stage_note', 'values'];

const DIGEST = "Declare the field with `audit: 'digest'`, or as a LongText.";
const NOTHING = "Declare the field with `audit: 'nothing'`.";
const UNTOLD = 'Leave contents out of the payloads of events, and write audit entries through the store.';

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

/** Every field of the records of these types, with what the audit trail shows of it. */
export const auditedFields = ({ app }: TestApp, isChecked: (type: string) => boolean) =>
  [...app.get(StoreRegistry).all]
    .filter(({ resource }) => isChecked(resource.type))
    .flatMap(({ resource: { type }, entity }) =>
      [...fieldsOf(entity.prototype)].map(([name, { audit, schema }]) => ({
        type,
        name: `${type}.${name}`,
        audit,
        open: isOpen(schema as Schema),
      })),
    );

/**
 * Checks how the audit trail shows the fields of these types. `shown`: open texts that it shows whole, because admins write them about
 * their set-up. `noSecrets`: hashes that are no secrets.
 */
export function checkAuditedFields(
  suite: TestApp,
  isChecked: (type: string) => boolean,
  { shown = [], noSecrets = [] }: { shown?: string[]; noSecrets?: string[] } = {},
): void {
  const fields = auditedFields(suite, isChecked);

  check('texts of any length stand in the audit trail as digests', DIGEST, () => {
    const values = fields.filter(({ open, audit }) => open && audit === 'values');
    expect(values.map(({ name }) => name)).toEqual(shown);
  });

  check('secrets stand in the audit trail not at all', NOTHING, () => {
    const secrets = fields.filter(({ name }) => /(secret|hash|password)$/.test(name) && !noSecrets.includes(name));
    expect(secrets.filter(({ audit }) => audit !== 'nothing').map(({ name }) => name)).toEqual([]);
  });
}

/** Contents and personal data that requests bring, wherever they would be told. */
export function checkContents(suite: TestApp, routes: Route[]): void {
  for (const route of routes.filter(({ body }) => body))
    check(`${nameOf(route)}: contents and personal data are in no entry and in no event`, UNTOLD, async () => {
      await plant(suite, [route]);
      expect(await tracesOf(suite)).toEqual([]);
    });
}

/** Sends the samples of routes with the mark in contents and personal data. Answers which fields took it: `POST /v1/… content`. */
export async function plant(suite: TestApp, routes: Route[]): Promise<string[]> {
  const planted: string[] = [];
  const hidden = auditedFields(suite, () => true).filter(({ audit }) => audit !== 'values');
  for (const route of routes) {
    if (!route.endpoint || !route.body || isUpload(route.body)) continue;
    const { type } = route.endpoint.resource;
    const own = hidden.flatMap((field) => (field.type === type ? field.name.slice(type.length + 1) : []));
    const planter = new Planter(suite.client, new Set([...ALSO, ...own]), route);
    await (await prepare(route, suite.client)).send(planter);
    planted.push(...[...planter.planted].map((name) => `${nameOf(route)} ${name}`));
  }
  return planted;
}

/** Where the mark is found: actions of audit entries, types of events with the fields of their payloads. */
export async function tracesOf({ database }: TestApp): Promise<string[]> {
  const { rows } = await database.execute<{ trace: string }>(
    `select action || ' ' || changes::text as trace from audit_entries a where row_to_json(a)::text ilike $1
     union
     select type || ' ' || key from (select type, payload from outbox union all select type, payload from events) e,
       jsonb_each_text(payload::jsonb) where value ilike $1
     order by 1`,
    [`%${MARK}%`],
  );
  return rows.map(({ trace }) => trace);
}

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

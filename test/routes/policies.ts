import { expect } from 'vitest';
import { fieldsOf } from '../../src/platform/fields/field-spec.js';
import { allResources } from '../../src/platform/resource/define.js';
import { RecordEntity } from '../../src/platform/resource/record.entity.js';
import type { Route } from '../../src/platform/request/routes.js';
import { apps } from '../../src/platform/security/apps.js';
import { messageOf } from '../expect-error.js';
import { enforcePolicy } from '../support/policies.js';
import { isOwn, make, nameOf, prepare } from '../support/sample-registry.js';
import type { Answer } from '../support/test-app.js';
import { once, type Walk } from './walk.js';

/** Whether the path names a record by its id, as a policy can. */
export const namesById = ({ loads, path }: Route): boolean =>
  !!loads && loads.store.entity.prototype instanceof RecordEntity && path.includes(`:${loads.param}`);

const LISTS = /ids$|^mentions$|^attachments$/;

/** Fields of a body that hold ids of records, as they declare them. */
export function referencesOf(route: Route): { field: string; prefix: string; many: boolean }[] {
  if (!route.body || isOwn(route)) return [];
  return [...fieldsOf(route.body.prototype)].flatMap(([field, { schema, many = false }]) => {
    const prefix = many && LISTS.test(field) ? 'usr' : /^([a-z]+)_01jz/.exec(String(schema.example))?.[1];
    return prefix ? [{ field, prefix, many }] : [];
  });
}

/** Policies that deny things to keys of their own, and requests with these keys. */
export class PolicyChecks {
  /** Routes that make a file, as the export checks have found. */
  readonly files = new Set<string>();
  readonly #walk: Walk;
  readonly #byRecord = new Map<string, string>();
  readonly #recordKey = once(() => this.#walk.newKey());
  readonly #references = once(() => this.#denyReferences());
  readonly #types = once(() => this.#denyTypes());
  readonly #exports = once(() => this.#denyExports());

  constructor(walk: Walk) {
    this.#walk = walk;
  }

  async onRecord(route: Route): Promise<void> {
    const request = await this.#walk.requestOf(route);
    const { param, store, options } = route.loads!;
    const at = route.path.split('/').indexOf(`:${param}`);
    const name = request.path.split('?')[0]!.split('/')[at]!;
    // Where the path names it by another column, and may make it, it is made first.
    const id = options.by ? (await request.send(this.#walk.owner)).body.id : name;
    const { client, principals } = await this.#recordKey();
    if (!this.#byRecord.has(id))
      this.#byRecord.set(id, await this.#deny(principals, [{ type: store.resource.type, id }]));
    refusedBy(await request.send(client), this.#byRecord.get(id)!);
  }

  async onReference(route: Route, { field, prefix, many }: { field: string; prefix: string; many: boolean }) {
    const { policy, ids, client } = await this.#references();
    const id = ids.get(prefix)!;
    const request = await this.#walk.requestOf(route);
    refusedBy(await request.send(client, {}, { facts: { [field]: many ? [id] : id } }), policy);
  }

  async onType(route: Route): Promise<void> {
    const { client, policies } = await this.#types();
    const request = await this.#walk.requestOf(route);
    refusedBy(await request.send(client), policies.get(route.endpoint!.resource.type)!);
  }

  async attemptsAreNoted(): Promise<void> {
    const { data } = (await this.#walk.owner.get('/v1/guard/audit-logs?outcome=denied&limit=100')).body;
    expect(data.length).toBe(100);
    expect(data[0]).toMatchObject({ actor: { type: 'api_key' } });
  }

  /** Exports are found by their media type, so that a new one is found whatever its route declares. */
  async onExport(route: Route): Promise<void> {
    const { owner } = this.#walk;
    const { client } = await this.#exports();
    const name = nameOf(route);
    const request = route.method === 'GET' ? await this.#walk.requestOf(route) : await prepare(route, owner);
    for (const headers of [{}, { Accept: 'text/csv' }] as Record<string, string>[]) {
      const answer = await request.send(owner, headers);
      const leaves =
        (isFile(answer) && !name.endsWith('/content')) ||
        name === ARCHIVE ||
        (route.endpoint!.exports && !route.endpoint!.csv);
      if (leaves) this.files.add(name);
      const refused = await request.send(client, headers);
      expect(refused.status, refused.text).toBe(leaves ? 403 : answer.status);
      if (leaves) expect(refused.body.error.message).toMatch(/denies \w+:export|A policy restricts what you may read/);
    }
  }

  async #deny(principals: object[], resources: object[], actions = ['*']): Promise<string> {
    return (await enforcePolicy(this.#walk.owner, { principals, resources, actions })).id;
  }

  /** A record for each prefix of an id, all of which one policy denies. */
  async #denyReferences() {
    const { owner, guarded, made, newKey } = this.#walk;
    const prefixes = new Set(guarded.flatMap(referencesOf).map(({ prefix }) => prefix));
    const ids = new Map<string, string>();
    const resources: object[] = [];
    for (const type of made) {
      const { idPrefix } = allResources().get(type)!;
      if (!prefixes.has(idPrefix) || ids.has(idPrefix)) continue;
      const id = await make(owner, type);
      ids.set(idPrefix, id);
      resources.push({ type, id });
    }
    const { client, principals } = await newKey();
    return { client, ids, policy: await this.#deny(principals, resources) };
  }

  async #denyTypes() {
    const { client, principals } = await this.#walk.newKey();
    const policies = new Map<string, string>();
    for (const type of new Set(this.#walk.guarded.map(({ endpoint }) => endpoint!.resource.type)))
      policies.set(type, await this.#deny(principals, [{ type }]));
    return { client, policies };
  }

  async #denyExports() {
    const { client, principals } = await this.#walk.newKey();
    const [resources, actions] = [apps().map((app) => ({ type: `${app}.*` })), apps().map((app) => `${app}:export`)];
    await this.#deny(principals, resources, actions);
    return { client };
  }
}

/** It has records of every app, and says in its own words which policies it refuses. */
export const ARCHIVE = 'GET /v1/operations/archives/:id';

// Events that are streamed are no file: each is asked for by itself. A file that people have sent is read, as by its link, and not
// exported.
const isFile = ({ status, headers }: Answer) =>
  status === 200 && !/json|event-stream/.test(headers.get('content-type') ?? '');

function refusedBy(answer: Answer, policy: string): void {
  expect(answer, answer.text).toMatchObject({ status: 403 });
  expect(messageOf(answer)).toContain(policy);
}

import { expect } from 'vitest';
import { allResources } from '../../src/platform/resource/define.js';
import { RecordEntity } from '../../src/platform/resource/record.entity.js';
import type { Route } from '../../src/platform/request/routes.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { enforcePolicy } from '../support/policies.js';
import { isOwn, madeTypes, make, nameOf, prepare, withText } from '../support/sample-registry.js';
import { type Answer, Client, type TestApp } from '../support/test-app.js';
import { check } from './check.js';

const READABLE =
  'Read through the store of the entity, or add `stores.readable(type, alias, values)` of StoreRegistry to the SQL. A stored count or sum needs @Tally.';

/**
 * Every record of a type is denied by its id, one type after the other, and every answer is compared with the one before: it says
 * nothing that only these records say. Names, titles, notes and large numbers tell where an answer came from. `kept`: types that
 * other records keep something of, with the reason. Answers the types that answers tell something of, once the tests have run.
 */
export function checkHiddenRecords(suite: TestApp, list: Route[], kept: Record<string, string> = {}): () => string[] {
  const routes = list.filter(({ endpoint }) => endpoint);
  const types = [...new Set(routes.map(({ endpoint }) => endpoint!.resource.type))];
  /** By type: ids, and the texts that only its records have. */
  const known = new Map<string, { ids: string[]; tells: string[] }>();
  const answers: { name: string; send: (client: Client) => Promise<Answer>; before: string }[] = [];
  let bound: Client;
  let keyId: string;

  /** Texts and numbers of a row that tell where they came from. */
  const tellsOf = (value: unknown): string[] => {
    if (typeof value === 'string')
      return value.length >= 5 && !/^\w+_[0-9a-z]{26}$|^\d{4}-\d\d-\d\d|^[a-z_.:]+$/.test(value) ? [value] : [];
    if (typeof value === 'number') return value >= 10_000 ? [String(value)] : [];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tellsOf) : [];
  };

  /** Made within the first test, because samples wait for what they need. */
  let world: Promise<void> | undefined;
  const makeWorld = async () => {
    const key = { name: 'Sees nothing of one type', scopes: ['read:all', 'write:all'] };
    const { body } = await suite.client.post('/v1/access/api-keys', key);
    bound = new Client(suite.base, body.key);
    keyId = body.id;
    // Some texts of samples are the same in many: these are told apart.
    for (const type of madeTypes(routes)) {
      const facts = withText(type, `Only in ${type}`) ?? {};
      await make(suite.client, type, facts).catch(() => make(suite.client, type));
    }
    const reads = routes.filter(
      (route) => route.method === 'GET' && !isOwn(route) && !/stream|guard|operations/.test(route.path),
    );
    for (const route of reads) {
      const { send } = await prepare(route, suite.client);
      answers.push({ name: nameOf(route), send, before: '' });
    }
    for (const answer of answers) answer.before = (await answer.send(bound)).text;
    const shown = answers.map(({ before }) => before).join('\n');
    const tellers = new Map<string, Set<string>>();
    for (const store of suite.app.get(StoreRegistry).all) {
      const { type } = store.resource;
      if (!(store.entity.prototype instanceof RecordEntity) || !types.includes(type) || type.startsWith('guard.'))
        continue;
      const { rows } = await suite.database.execute(
        `select to_jsonb(r) as row from ${store.table} r where workspace_id = $1 limit 500`,
        [suite.workspaceId],
      );
      known.set(type, { ids: rows.map(({ row }) => row.id), tells: [] });
      for (const tell of rows.flatMap(({ row }) => tellsOf({ ...row, search: null })))
        tellers.set(tell, (tellers.get(tell) ?? new Set()).add(type));
    }
    const all = [...tellers.keys()];
    for (const [tell, [type, other]] of tellers) {
      const isAmbiguous = all.some(
        (text) => text !== tell && text.includes(tell) && [...tellers.get(text)!].some((its) => its !== type),
      );
      if (!other && shown.includes(tell) && !isAmbiguous) known.get(type!)!.tells.push(tell);
    }
  };

  for (const type of types.filter((each) => !each.startsWith('guard.')))
    check(`${type}: a policy on records hides them in every answer`, READABLE, async () => {
      await (world ??= makeWorld());
      const { ids = [], tells = [] } = known.get(type) ?? {};
      if (!tells.length) return;
      const resources = ids.slice(-100).map((id) => ({ type, id }));
      // Resources of no app have no action of their own.
      const app = allResources().get(type)!.app;
      const principals = [{ type: 'api_key', id: keyId }];
      const actions = [app ? `${app}:read` : '*'];
      const { id: policy } = await enforcePolicy(suite.client, { principals, resources, actions });
      const leaks: string[] = [];
      for (const { name, send, before } of answers) {
        const told = tells.filter((tell) => before.includes(tell));
        if (!told.length) continue;
        const { status, text } = await send(bound);
        if (status >= 500) leaks.push(`${name} answers ${status}`);
        const still = told.filter((tell) => text.includes(tell));
        if (still.length) leaks.push(`${name} tells ${still.slice(0, 3).join(', ')}`);
      }
      await suite.client.patch(`/v1/guard/policies/${policy}`, { status: 'inactive' });
      expect(type in kept ? [] : leaks).toEqual([]);
    });

  return () => [...known].filter(([, { tells }]) => tells.length).map(([type]) => type);
}

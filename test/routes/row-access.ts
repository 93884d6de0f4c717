import { describe, expect } from 'vitest';
import type { Route } from '../../src/platform/request/routes.js';
import { type Access, ROLES } from '../support/sample.js';
import { fieldNames, mainRoute, make, makeDeletable, prepare, samplesOf } from '../support/sample-registry.js';
import type { Client, TestApp } from '../support/test-app.js';
import { check } from './check.js';

const DEFAULT: Access = { sees: 'viewer', changes: 'editor' };

const RULES =
  'Declare who sees and changes records with `visible` and `writable` of the resource, and say the same with `access` in its sample.';
const OWNER = 'Declare the column of the owner with `owner` of the resource.';

/** Checks that each role of an app reads and changes just the records it should, over the given routes. */
export function checkRowAccess(suite: TestApp, routes: Route[]): void {
  // Resources that reach across apps or are for operators have no roles: their own tests say which users may use them.
  const cases = samplesOf(routes)
    .filter(
      ({ type, create, record, catalogue }) =>
        (create || record) && !catalogue && !/^(imports|operations|views|webhooks)\./.test(type),
    )
    .flatMap(({ type, access = [DEFAULT] }) =>
      access.map(({ record = {}, sees, changes, deletes = changes }) => ({ type, record, sees, changes, deletes })),
    );

  describe.each(cases)('$type $record of somebody else', ({ type, record, sees, changes, deletes }) => {
    const may = (least: Access['changes'], role: Access['sees']) =>
      least !== 'owner' && ROLES.indexOf(role) >= ROLES.indexOf(least);

    for (const role of ROLES)
      check(`for ${role}`, RULES, async () => {
        const { client } = await suite.signedIn(`${type.split('.')[0]}:${role}`);
        const id = await make(suite.client, type, record);
        const [get, patch, remove] = ['GET', 'PATCH', 'DELETE'].map((method) => mainRoute(routes, type, method, true));
        const at = (route: Route) => route.path.replace(/:\w+$/, id);
        // Viewers have no scope to write with.
        const refused = role !== 'viewer' && !may(sees, role) ? 404 : 403;

        if (get) expect((await client.get(at(get))).status).toBe(may(sees, role) ? 200 : 404);
        const list = mainRoute(routes, type, 'GET');
        if (get && list?.endpoint?.page) expect(await lists(client, list.path, id)).toBe(may(sees, role));
        if (patch) {
          const { send } = await prepare(patch, suite.client, { path: at(patch) });
          expect((await send(client)).status).toBe(may(changes, role) ? 200 : refused);
        }
        if (!remove) return;
        await makeDeletable(suite.client, type, at(remove));
        expect((await client.delete(at(remove))).status).toBe(may(deletes, role) ? 204 : refused);
      });
  });

  const owned = samplesOf(routes).filter(({ type }) => {
    const body = mainRoute(routes, type, 'POST')?.body;
    return body && fieldNames(body).includes('owner_id');
  });

  describe.each(owned)('$type', ({ type }) => {
    const post = mainRoute(routes, type, 'POST')!;

    check('is changed and deleted, but not removed for good, by a member who owns it', OWNER, async () => {
      const { client, userId } = await suite.signedIn(`${type.split('.')[0]}:member`);
      const made = await (await prepare(post, suite.client)).send(client);
      expect(made, made.text).toMatchObject({ status: 201 });
      const path = made.headers.get('location')!;
      expect((await client.get(path)).body.owner_id).toBe(userId);
      const change = await prepare(mainRoute(routes, type, 'PATCH')!, suite.client, { path });
      expect((await change.send(client)).status).toBe(200);
      if (post.endpoint!.resource.trash) expect((await client.delete(`${path}?hard=true`)).status).toBe(403);
      if (!mainRoute(routes, type, 'DELETE')) return;
      await makeDeletable(client, type, path);
      expect((await client.delete(path)).status).toBe(204);
      if (post.endpoint!.resource.trash) expect((await client.post(`${path}/restore`)).status).toBe(200);
    });

    check('is not made for somebody else by a member', OWNER, async () => {
      const { client } = await suite.signedIn(`${type.split('.')[0]}:member`);
      const gift = await prepare(post, suite.client, { facts: { owner_id: suite.ownerId } });
      expect((await gift.send(client)).status).toBe(403);
    });
  });
}

/** Whether a record is in the list, which must say as many records as it shows. */
async function lists(client: Client, path: string, id: string): Promise<boolean> {
  const { data, meta } = (await client.get(`${path}?limit=100`)).body;
  expect([data.length, meta.has_more]).toEqual([meta.total, false]);
  return data.some((record: Record<string, string>) => (record.id ?? record.client_id ?? record.timer_id) === id);
}

import { afterAll, describe, expect, it } from 'vitest';
import { Judgement, Kinds } from '../src/guard/policies/judgement.js';
import { RequestContext } from '../src/platform/context/request-context.js';
import { refuseRoute } from '../src/platform/request/policies.js';
import { type Route, Routes } from '../src/platform/request/routes.js';
import { Denials } from '../src/platform/security/denials.js';
import { Restrictions } from '../src/platform/security/restrictions.js';
import { ACCESS_KINDS } from '../src/platform/security/policy-matcher.js';
import { nameOf } from './support/samples.js';
import { startTestApp } from './support/test-app.js';

const suite = await startTestApp();
afterAll(() => suite.close());
const routes = suite.app.get(Routes).all.filter(({ endpoint }) => endpoint);

/** Each policy on a type, a record or a tag, for each action, asked of each route as a request would and as a simulation does. */
describe('A simulation answers what is enforced', () => {
  const NAMES = ['any', 'user:usr_1'];
  const TAG = 'secret';
  const kinds = new Kinds(routes);
  const enforces = (route: Route, record: object | null, denials: Denials): boolean => {
    const restrictions = new Restrictions(denials, NAMES);
    const context = Object.assign(new RequestContext('req_1', null, null), { restrictions, record });
    try {
      refuseRoute(route, context);
      return false;
    } catch {
      return true;
    }
  };

  it.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
    const { resource, exports = resource, csv, returns } = route.endpoint!;
    const own = route.loads?.store.resource === resource;
    const id = `${resource.idPrefix}_1`;
    const attempt = {
      id: 'evt_1',
      timestamp: '2026-01-01T00:00:00.000Z',
      actor_type: 'user',
      actor_id: 'usr_1',
      actor_email: null,
      client_id: null,
      client_name: null,
      action: route.action,
      resource_type: resource.auditedAs,
      resource_id: own ? id : null,
      outcome: 'success' as const,
      shares: false,
      changes: null,
    };
    const path = [route.parent, route.loads].flatMap((load) => load?.store.resource ?? []);
    const types = new Set([resource, exports, ...path].flatMap(({ type }) => [type, `${type.split('.')[0]}.*`]));
    let judged = 0;
    for (const type of types)
      for (const named of [{ type }, { type, id }, { type, tag: TAG }])
        for (const action of ['*', ...ACCESS_KINDS.map((ask) => `${type.split('.')[0]}:${ask}`)])
          for (const tags of [[TAG], []]) {
            // Of a report that is JSON or a file, entries tell of the file.
            if (csv && returns && action.endsWith(':export')) continue;
            const rules = { principals: [{ type: 'any' as const }], resources: [named], actions: [action] };
            const verdict = new Judgement(rules, kinds).of(attempt, NAMES, own ? { id, tags } : undefined);
            if (verdict !== 'refused' && verdict !== 'passed') continue;
            const denials = new Denials([{ ...rules, id: 'pol_1' }]);
            const enforced = enforces(route, own ? { id, tags } : null, denials);
            expect([named, action, tags, verdict]).toEqual([named, action, tags, enforced ? 'refused' : 'passed']);
            judged++;
          }
    expect(judged).toBeGreaterThan(0);
  });
});

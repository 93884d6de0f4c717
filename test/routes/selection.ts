import { expect } from 'vitest';
import { fieldNames } from '../../src/platform/fields/field-spec.js';
import type { Route } from '../../src/platform/request/routes.js';
import { isSelective } from '../../src/platform/request/selection.js';
import { isOwn, madeTypes, make, nameOf, prepare } from '../support/sample-registry.js';
import type { TestApp } from '../support/test-app.js';
import { check } from './check.js';

const COLUMNS =
  'Name the columns that a computed field of the view needs, or read all with `static override readsWhole = true` in the query.';
const RELATION =
  'Give the field @Id with the prefix of the records that it names (`of` where two types have one prefix).';

/** `fields` and `include` of these routes. Counts the lists and relations that were checked. */
export function checkSelection(
  suiteOf: () => TestApp,
  routesOf: () => Route[],
  counted = { fields: 0, relations: 0 },
): void {
  check('fields: every list shows the same of a field alone as beside the others', COLUMNS, async () => {
    const suite = suiteOf();
    const other = await suite.workspace('Walked', { operator: true });
    const routes = routesOf().filter((route) => isSelective(route) && route.endpoint!.page && !isOwn(route));
    counted.fields = routes.length;
    const wrong: string[] = [];
    const made = madeTypes(routesOf());
    for (const route of routes) {
      const { type } = route.endpoint!.resource;
      if (made.includes(type)) await make(other.client, type);
      const { path, send } = await prepare(route, other.client);
      type Shown = Awaited<ReturnType<typeof send>>;
      const valuesOf = ({ body }: Shown, field: string) => JSON.stringify(body.data.map((row: any) => row[field]));
      const asked = (field: string) => other.client.get(`${path}${path.includes('?') ? '&' : '?'}fields=${field}`);
      let whole = await send(other.client);
      if (whole.status !== 200) continue;
      for (const field of fieldNames(route.endpoint!.returns!)) {
        let part = await asked(field);
        // Workers change some records meanwhile, so what differs is read again.
        for (let n = 0; n < 20 && (part.status !== 200 || valuesOf(part, field) !== valuesOf(whole, field)); n++)
          [whole, part] = [await send(other.client), await asked(field)];
        const shown = part.status === 200 ? valuesOf(part, field) : part.text;
        if (shown !== valuesOf(whole, field))
          wrong.push(`${nameOf(route)} ${field}: ${shown} instead of ${valuesOf(whole, field)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  check('include: every relation that is offered answers the records that a sample names', RELATION, async () => {
    const suite = suiteOf();
    const other = await suite.workspace('Related', { operator: true });
    const all = routesOf();
    const made = madeTypes(all);
    const [wrong, shown] = [[] as string[], new Set<string>()];
    for (const route of all.filter((each) => isSelective(each) && !isOwn(each))) {
      const { relations, endpoint } = route;
      const { resource, page } = endpoint!;
      if (!relations.length) continue;
      if (made.includes(resource.type)) await make(other.client, resource.type);
      const { path, send } = await prepare(route, other.client);
      const { status, body } = await send(other.client);
      if (status !== 200) continue;
      for (const { name, field } of relations) {
        const ids = (page ? body.data : [body]).flatMap((record: any) => record[field]?.id ?? record[field] ?? []);
        if (!ids.length) continue;
        const answer = await other.client.get(`${path}${path.includes('?') ? '&' : '?'}include=${name}`);
        if (ids.some((id: string) => answer.body.included?.[id]?.id === id)) shown.add(`${resource.type} ${name}`);
        else wrong.push(`${nameOf(route)} ${name}: ${ids}`);
      }
    }
    expect(wrong).toEqual([]);
    counted.relations = shown.size;
  });
}

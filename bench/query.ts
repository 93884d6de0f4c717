import { ask, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';
import { inTurns, type Ways } from './turns.js';

const DOCUMENTS = '/v1/office/documents';
const DEALS = '/v1/sales/deals';
const PAGE = 100;
const RARE = 'Zanzibar';
/** Requests of a list of which the median is shown. */
const TIMES = 30;

const create: Request = {
  method: 'POST',
  path: DOCUMENTS,
  body: { title: 'Minutes of the meeting', content: '<p>We met.</p>' },
};
const list: Request = { path: `${DOCUMENTS}?limit=${PAGE}` };

/** Of 50 policies these have a condition that PostgreSQL asks about each row; the others are of another type. */
const CONDITIONAL = 5;
const POLICIES = 50;

const scenarios = (later: Request): Record<string, (round: number) => Ways> => ({
  'a create, and one of a batch of 100': () => ({
    first: [create],
    second: [{ method: 'POST', path: '/v1/batch', body: { operations: Array.from({ length: 100 }, () => create) } }],
    works: 100,
  }),
  'a create, and its dry run': () => ({
    first: [create],
    second: [{ ...create, headers: { Prefer: 'dry-run' } }],
  }),
  'a list of 100, and with three fields': () => ({
    first: [list],
    second: [{ path: `${list.path}&fields=id,title,status` }],
  }),
  // Only the first page counts the list.
  'the page after it, and with three fields': () => ({
    first: [later],
    second: [{ path: `${later.path}&fields=id,title,status` }],
  }),
  'a list of 100, and with three relations': () => ({
    first: [{ path: `${DEALS}?limit=${PAGE}` }],
    second: [{ path: `${DEALS}?limit=${PAGE}&include=owner,contacts,pipeline` }],
  }),
});

const conditions: Record<string, string> = {
  'no condition': '',
  'one condition': 'status=published',
  'several conditions': 'status=published&created_at[gte]=2020-01-01T00:00:00Z&tags[any]=plan',
  'or of three': `where=${encodeURIComponent(
    JSON.stringify({ or: [{ status: 'draft' }, { tags: { any: ['q1'] } }, { owner_id: { empty: true } }] }),
  )}`,
  'a rare word': `q=${RARE}`,
};

/** The cost of asking for less, for more at once, and for certain records, against the plain requests. */
export async function query(
  stage: Stage,
  records: number,
  rounds: number,
  { connections, seconds }: LoadOptions,
): Promise<string[][][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  await stage.seed(10_000);
  await makeDeals(app);
  // A workspace has few batches at once.
  const few = { connections: Math.min(connections, 2), seconds };
  const { meta } = await ask(app, list);
  const later = { path: `${list.path}&cursor=${encodeURIComponent(meta.next_cursor)}` };
  const costs = [
    ['the two', 'first µs', 'second µs', 'second / first'],
    ...(await inTurns(stage, app, scenarios(later), rounds, few)),
  ];
  const sizes = [['list of 100', 'bytes']];
  for (const fields of ['', 'id,title,status'])
    sizes.push([fields || 'all fields', String(await sizeOf(app, `${list.path}${fields && `&fields=${fields}`}`))]);
  await stage.seed(records);
  await ask(app, { ...create, body: { title: RARE } });
  await stage.settle();
  const times = [[`documents, ${records}`, 'median ms', 'slowest ms', `median ms with ${POLICIES} policies`]];
  for (const [name, condition] of Object.entries(conditions)) times.push([name, ...(await timeOf(app, condition))]);
  await makePolicies(app);
  for (const [index, condition] of Object.values(conditions).entries())
    times[index + 1]!.push((await timeOf(app, condition))[0]!);
  return [costs, sizes, times];
}

async function makePolicies(app: Server): Promise<void> {
  const common = { effect: 'deny', principals: [{ type: 'any' }] };
  for (let n = 0; n < POLICIES; n++) {
    const rule =
      n < CONDITIONAL
        ? {
            actions: ['office:read'],
            resources: [{ type: 'office.document' }],
            when: { before: { status: 'archived', title: { eq: `Secret ${n}` } } },
          }
        : { actions: ['sales:write'], resources: [{ type: 'sales.contact' }] };
    await ask(app, { method: 'POST', path: '/v1/guard/policies', body: { name: `Rule ${n}`, ...common, ...rule } });
  }
}

async function makeDeals(app: Server): Promise<void> {
  const stages = [{ name: 'New', probability: 10 }];
  await ask(app, { method: 'POST', path: '/v1/sales/pipelines', body: { name: 'Direct', stages } });
  for (let n = 0; n < PAGE / 50; n++) {
    const operations = Array.from({ length: 50 }, (_, index) => [
      { method: 'POST', path: '/v1/sales/contacts', body: { display_name: `Contact ${n} ${index}` }, ref: `c${index}` },
      {
        method: 'POST',
        path: DEALS,
        body: { title: `Deal ${n} ${index}`, contact_ids: [{ $ref: `c${index}.id` }] },
      },
    ]).flat();
    await ask(app, { method: 'POST', path: '/v1/batch', body: { operations } });
  }
}

const sizeOf = async (app: Server, path: string) => JSON.stringify(await ask(app, { path })).length;

async function timeOf(app: Server, condition: string): Promise<string[]> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    const start = performance.now();
    await ask(app, { path: `${DOCUMENTS}?${condition}` });
    times.push(performance.now() - start);
  }
  return [median(times).toFixed(1), Math.max(...times).toFixed(1)];
}

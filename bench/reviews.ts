import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { ask, fire, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

const ROOT = '/v1/office/documents';
const POLICIES = '/v1/guard/policies';
const DOCUMENTS = 2_000;
const COUNT = 50;

/** Policies that ask: of another type, and such as look at every document before and after the change, and match none. */
const KINDS: Record<string, object> = {
  [`${COUNT} that do not touch it`]: { resources: [{ type: 'sales.contact' }], actions: ['sales:write'] },
  [`${COUNT} whose conditions look at it`]: {
    resources: [{ type: 'office.document' }],
    actions: ['office:write'],
    when: { before: { status: 'published' }, after: { status: 'archived' } },
  },
};

/** Processor time of a change in the server and in PostgreSQL, with policies that ask for approvals and without, in turns. */
export async function reviews(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  await stage.seed(DOCUMENTS);
  const paths = Array.from({ length: DOCUMENTS / 4 }, (_, n) => `${ROOT}/doc_${String(n * 4 + 1).padStart(26, '0')}`);
  const policies = new Map<string, string[]>([['none', []]]);
  for (const [name, facts] of Object.entries(KINDS)) policies.set(name, await made(app, name, facts));
  await stage.settle();
  const postmaster = await postmasterOf(stage);
  const measured = new Map([...policies.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    const order = [...policies].slice(round % policies.size).concat([...policies].slice(0, round % policies.size));
    for (const [name, ids] of order) {
      await become(app, ids, 'active');
      await nothingLeft(stage);
      const before = cpu(app.pid) + family(postmaster);
      const { rate } = await fire(app, changes(paths, `${name} ${round}`), options);
      await nothingLeft(stage);
      // The first round warms up.
      if (round) measured.get(name)!.push((cpu(app.pid) + family(postmaster) - before) / (rate * options.seconds));
      await become(app, ids, 'inactive');
    }
  }
  const none = median(measured.get('none')!);
  return [
    ['policies that ask', 'a change, µs', 'ratio'],
    ...[...measured].map(([name, all]) => [name, median(all).toFixed(0), (median(all) / none).toFixed(2)]),
  ];
}

/** Twice over the same records, so that every request changes something. */
const changes = (paths: readonly string[], words: string): Request[] =>
  ['first', 'second'].flatMap((time) =>
    paths.map((path): Request => ({ method: 'PATCH', path, body: { title: `${words}, ${time} time` } })),
  );

async function made(app: Server, name: string, facts: object): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    const policy = {
      name: `${name} ${n}`,
      effect: 'review',
      principals: [{ type: 'any' }],
      approvers: [{ type: 'role', id: 'workspace:owner' }],
      ...facts,
    };
    ids.push((await ask(app, { method: 'POST', path: POLICIES, body: policy })).id);
  }
  return ids;
}

async function become(app: Server, ids: readonly string[], status: string): Promise<void> {
  for (const id of ids) await ask(app, { method: 'PATCH', path: `${POLICIES}/${id}`, body: { status } });
}

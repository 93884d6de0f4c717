import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DEFAULT_STAGES } from './pipeline.resource.js';

const PATH = '/v1/careers/pipelines';
const STAGES = '/v1/careers/stages';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

const namesOf = (stages: any[]) => stages.map(({ name, order }) => `${order} ${name}`);

interface APipeline {
  id: string;
  path: string;
  revision: number;
  is_default: boolean;
  stages: object[];
  /** Of its stages, in the order in which they were made. */
  ids: string[];
  shown: () => Promise<string[]>;
}

/** A pipeline with stages of these names, in a workspace of its own where there are many. */
async function aPipeline(names: string[] = ['A', 'B', 'C'], by = client): Promise<APipeline> {
  const { body } = await by.post(PATH, { name: 'Design', stages: names.map((name) => ({ name })) });
  const shown = async () => namesOf((await by.get(`${PATH}/${body.id}/stages?limit=100`)).body.data);
  return {
    id: body.id as string,
    ...body,
    path: `${PATH}/${body.id}`,
    ids: body.stages.map(({ id }: any) => id) as string[],
    shown,
  };
}

describe('Hiring pipelines', () => {
  it('begin with one, which is the default, in every workspace', async () => {
    const { client: own } = await suite.workspace();
    const { data, meta } = (await own.get(PATH)).body;
    expect([meta.total, data[0].name, data[0].is_default, namesOf(data[0].stages)]).toEqual([
      1,
      'Hiring',
      true,
      DEFAULT_STAGES.map((name, index) => `${index + 1} ${name}`),
    ]);
    expect(data[0].stages.every((stage: any) => stage.pipeline_id === data[0].id)).toBe(true);
  });

  it('have the stages that a request names, or the usual ones', async () => {
    const { path, stages, ...made } = await aPipeline(['X', 'X']);
    expect([made.revision, made.is_default, namesOf(stages)]).toEqual([1, false, ['1 X', '2 X']]);
    expect((await client.get(path)).body.stages).toEqual(stages);
    const usual = await client.post(PATH, { name: 'Sales' });
    expect([usual.status, usual.body.stages.map(({ name }: any) => name)]).toEqual([201, DEFAULT_STAGES]);
  });

  it('refuse a stage without a name', async () => {
    const answer = await client.post(PATH, { name: 'Design', stages: [{ name: 'A' }, {}] });
    expect(errorsOf(answer)).toEqual([400, 'stages[1].name required']);
  });

  it('are 50 at most, however many are made at once', async () => {
    const { client: own } = await suite.workspace();
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => own.post(PATH, { name: 'X', stages: [{ name: 'A' }] })),
    );
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(6);
    expect((await own.get(PATH)).body.meta.total).toBe(50);
  });

  it('have one default, whoever makes another one that at the same time', async () => {
    const { client: own } = await suite.workspace();
    const made = await Promise.all(['A', 'B', 'C'].map((name) => aPipeline([name], own)));
    const answers = await Promise.all(made.map(({ path }) => own.patch(path, { is_default: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = (await own.get(PATH)).body;
    const defaults = data.filter(({ is_default }: any) => is_default);
    expect(defaults).toHaveLength(1);
    const { body: job } = await own.post('/v1/careers/jobs', { title: 'Engineer' });
    expect((await own.get(`/v1/careers/jobs/${job.id}`)).body.pipeline_id).toBe(defaults[0].id);
    const at = `${PATH}/${defaults[0].id}`;
    expect(errorsOf(await own.patch(at, { is_default: false }))).toEqual([400, 'is_default invalid_value']);
    expect((await own.delete(at)).status).toBe(409);
  });

  it('are deleted with their stages, unless a job has them', async () => {
    const [used, free] = [await aPipeline(), await aPipeline()];
    await client.post('/v1/careers/jobs', { title: 'Engineer', pipeline_id: used.id });
    expect((await client.delete(used.path)).status).toBe(409);
    expect((await client.delete(free.path)).status).toBe(204);
    expect((await client.get(free.path)).status).toBe(404);
    expect((await client.get(`${STAGES}/${free.ids[0]}`)).status).toBe(404);
  });

  it('are deleted, or get a job, where both come at once', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, path } = await aPipeline();
      const [made, gone] = await Promise.all([
        client.post('/v1/careers/jobs', { title: 'Engineer', pipeline_id: id }),
        client.delete(path),
      ]);
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([made.status, gone.status]);
    }
  });
});

describe('Stages', () => {
  it('are listed in their order, page by page', async () => {
    const { path, ids } = await aPipeline();
    const first = (await client.get(`${path}/stages?limit=2`)).body;
    expect(first.data).toEqual([
      { id: ids[0], name: 'A', pipeline_id: path.split('/').at(-1), order: 1 },
      { id: ids[1], name: 'B', pipeline_id: path.split('/').at(-1), order: 2 },
    ]);
    expect(first.meta).toMatchObject({ total: 3, has_more: true });
    const second = (await client.get(`${path}/stages?limit=2&cursor=${first.meta.next_cursor}`)).body;
    expect([namesOf(second.data), second.meta.has_more]).toEqual([['3 C'], false]);
  });

  it.each([
    [1, ['1 X', '2 A', '3 B', '4 C']],
    [3, ['1 A', '2 B', '3 X', '4 C']],
    [4, ['1 A', '2 B', '3 C', '4 X']],
    [99, ['1 A', '2 B', '3 C', '4 X']],
    [undefined, ['1 A', '2 B', '3 C', '4 X']],
  ])('are put at place %s, and the others move on', async (order, names) => {
    const { path, shown } = await aPipeline();
    const { status, body } = await client.post(`${path}/stages`, { name: 'X', order });
    expect([status, body.order, await shown()]).toEqual([201, Math.min(order ?? 4, 4), names]);
    expect((await client.get(`${STAGES}/${body.id}`)).body).toEqual(body);
  });

  it('are not put before the first place', async () => {
    const { path, shown } = await aPipeline();
    expect(errorsOf(await client.post(`${path}/stages`, { name: 'X', order: 0 }))).toEqual([400, 'order out_of_range']);
    expect(await shown()).toHaveLength(3);
  });

  it('keep the places 1 to n, however many come at once', async () => {
    const { path, shown } = await aPipeline(['A']);
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => client.post(`${path}/stages`, { name: `N${n}`, order: 1 + (n % 3) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(201));
    const names = await shown();
    expect(names.map((name) => Number(name.split(' ')[0]))).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
    expect(new Set(names.map((name) => name.split(' ')[1])).size).toBe(25);
  });

  it('are 50 at most in a pipeline', async () => {
    const { path, shown } = await aPipeline(Array.from({ length: 48 }, (_, n) => `${n}`));
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(`${path}/stages`, { name: 'X' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
    expect(await shown()).toHaveLength(50);
  });

  it('are renamed and moved', async () => {
    const { ids, shown } = await aPipeline();
    const moved = await client.patch(`${STAGES}/${ids[0]}`, { name: 'Z', order: 3 });
    expect([moved.status, moved.body.order, await shown()]).toEqual([200, 3, ['1 B', '2 C', '3 Z']]);
    expect((await client.patch(`${STAGES}/${ids[0]}`, { order: 2 })).body).toMatchObject({ name: 'Z', order: 2 });
    expect((await client.patch(`${STAGES}/${ids[0]}`, { name: 'Y' })).body).toMatchObject({ name: 'Y', order: 2 });
    expect(errorsOf(await client.patch(`${STAGES}/${ids[0]}`, { order: 0 }))).toEqual([400, 'order out_of_range']);
    expect(await shown()).toEqual(['1 B', '2 Y', '3 C']);
  });

  it('are put into another order that names all of them', async () => {
    const { path, ids, shown } = await aPipeline();
    const [a, b, c] = ids as [string, string, string];
    const other = await aPipeline();
    const put = (stage_ids: unknown) => client.put(`${path}/stages/order`, { stage_ids });
    const { status, body } = await put([c, a, b]);
    expect([status, namesOf(body.data)]).toEqual([200, ['1 C', '2 A', '3 B']]);
    for (const [wrong, problem] of [
      [[c, a], 'stage_ids required'],
      [[c, a, b, a], 'stage_ids[3] duplicate'],
      [[c, a, b, other.ids[0]], 'stage_ids[3] not_found'],
      [[c, a, newId('stg')], 'stage_ids[2] not_found'],
      [[], 'stage_ids required'],
      [undefined, 'stage_ids required'],
      ['all', 'stage_ids invalid_type'],
    ] as const)
      expect(errorsOf(await put(wrong))).toContain(problem);
    expect(await shown()).toEqual(['1 C', '2 A', '3 B']);
  });

  it('stay whole where moves, orders and new ones come at once', async () => {
    const { path, ids, shown } = await aPipeline();
    const answers = await Promise.all([
      ...ids.map((id, n) => client.patch(`${STAGES}/${id}`, { order: 3 - n })),
      client.put(`${path}/stages/order`, { stage_ids: ids.toReversed() }),
      ...['X', 'Y'].map((name) => client.post(`${path}/stages`, { name, order: 2 })),
    ]);
    expect(answers.every(({ status }) => [200, 201, 400].includes(status))).toBe(true);
    const names = await shown();
    expect(names.map((name) => name[0])).toEqual(['1', '2', '3', '4', '5']);
    expect(names.map((name) => name[2]).toSorted()).toEqual(['A', 'B', 'C', 'X', 'Y']);
  });

  it('of another workspace are not there', async () => {
    const { path, ids } = await aPipeline();
    const { client: elsewhere } = await suite.workspace();
    expect((await elsewhere.get(`${path}/stages`)).status).toBe(404);
    expect((await elsewhere.post(`${path}/stages`, { name: 'X' })).status).toBe(404);
    expect((await elsewhere.patch(`${STAGES}/${ids[0]}`, { name: 'X' })).status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blindTo } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { PipelineRepository } from './pipeline.repository.js';

const PATH = '/v1/sales/pipelines';
const DEALS = '/v1/sales/deals';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

interface StageFacts {
  id: string;
  name: string;
  order: number;
  probability: number;
}

const stagesNamed = (...names: string[]) => names.map((name, index) => ({ name, probability: index }));

async function aPipeline(...names: string[]) {
  const { status, body, text } = await client.post(PATH, { name: 'Sales', stages: stagesNamed(...names) });
  expect(status, text).toBe(201);
  return body as { id: string; stages: StageFacts[]; revision: number };
}

async function aDeal(facts: object) {
  const { status, body, text } = await client.post(DEALS, { title: 'Deal', ...facts });
  expect(status, text).toBe(201);
  return body;
}

const read = async (id: string) => (await client.get(`${PATH}/${id}`)).body;

/** The names of the stages in their order, which must be 1 to n. */
async function orderOf(id: string): Promise<string> {
  const { stages, stage_count } = await read(id);
  expect(stages.map(({ order }: StageFacts) => order)).toEqual(stages.map((_: StageFacts, index: number) => index + 1));
  expect(stage_count).toBe(stages.length);
  return stages.map(({ name }: StageFacts) => name).join('');
}

const trail = async (resourceId: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${resourceId}&outcome=success&limit=100`)).body.data;

describe('POST /v1/sales/pipelines', () => {
  it('makes one with its stages in their order', async () => {
    const { status, body } = await client.post(PATH, {
      name: ' New customers ',
      currency: 'EUR',
      stages: [{ name: 'Offer', probability: 60, order: 2 }, { name: 'Lead' }],
    });
    expect([status, body]).toMatchObject([
      201,
      { name: 'New customers', currency: 'EUR', stage_count: 2, deal_count: 0, total_value: 0, revision: 1 },
    ]);
    expect(body.stages).toEqual([
      { id: expect.stringMatching(/^stg_/), name: 'Lead', probability: 0, order: 1 },
      { id: expect.stringMatching(/^stg_/), name: 'Offer', probability: 60, order: 2 },
    ]);
    expect(await read(body.id)).toEqual(body);
  });

  it('gives some stages to one that names none, and US dollars', async () => {
    const { body } = await client.post(PATH, { name: 'Plain' });
    expect(body).toMatchObject({ currency: 'USD', stages: [{ name: 'New' }, {}, {}, { name: 'Negotiation' }] });
  });

  it('takes 50 stages and 50 pipelines at most, also in requests at the same time', async () => {
    const { client: other } = await suite.workspace();
    const stages = Array.from({ length: 51 }, (_, n) => ({ name: `Stage ${n}` }));
    expect((await other.post(PATH, { name: 'Long', stages })).body.error.details).toMatchObject([
      { field: 'stages', code: 'too_many' },
    ]);
    expect((await other.post(PATH, { name: 'Long', stages: stages.slice(1) })).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 52 }, () => other.post(PATH, { name: 'One of many' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(201), 409, 409, 409]);
    expect((await other.get(PATH)).body.meta.total).toBe(50);
  });

  it('is for editors: a pipeline belongs to nobody', async () => {
    const member = (await suite.signedIn('sales:member')).client;
    expect((await member.post(PATH, { name: 'Mine' })).status).toBe(403);
    const { id } = await aPipeline('A');
    expect((await member.patch(`${PATH}/${id}`, { name: 'Mine' })).status).toBe(403);
    expect((await member.post(`${PATH}/${id}/stages`, { name: 'B' })).status).toBe(403);
    expect((await member.get(`${PATH}/${id}`)).status).toBe(200);
  });
});

describe('PATCH /v1/sales/pipelines/{id}', () => {
  it('moves stages and changes them, in one revision', async () => {
    const { id, stages } = await aPipeline('A', 'B', 'C', 'D');
    const [a, b, , d] = stages as [StageFacts, StageFacts, StageFacts, StageFacts];
    const { status, body } = await client.patch(`${PATH}/${id}`, {
      name: 'Renamed',
      stages: [
        { id: d.id, order: 1 },
        { id: b.id, name: 'X', probability: 99 },
        { id: a.id, order: 99 },
      ],
    });
    expect([status, body.name, body.revision]).toEqual([200, 'Renamed', 2]);
    expect(await orderOf(id)).toBe('DXCA');
    expect(body.stages[1]).toEqual({ id: b.id, name: 'X', probability: 99, order: 2 });
    expect(await trail(id)).toMatchObject([{ action: 'sales.pipeline.updated' }, { action: 'sales.pipeline.created' }]);
    expect(await trail(b.id)).toMatchObject([
      { action: 'sales.stage.updated', changes: { name: { from: 'B', to: 'X' }, probability: { from: 1, to: 99 } } },
      { action: 'sales.stage.created' },
    ]);
  });

  it('changes with its stages, so that nobody overwrites what they have not seen of these', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const [{ id: a }] = stages as [StageFacts];
    const rename = (name: string, tag: string) =>
      client.patch(`${PATH}/${id}`, { stages: [{ id: a, name }] }, { headers: { 'If-Match': tag } });
    const both = await Promise.all([rename('X', '"1"'), rename('Y', '"1"')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [{ action, changes }] = await trail(id);
    const to = (await read(id)).stages[0];
    expect([action, changes]).toEqual([
      'sales.pipeline.updated',
      {
        stages: {
          from: [{ id: a, name: 'A', probability: 0 }],
          to: [{ id: a, name: to.name, probability: to.probability }],
        },
      },
    ]);
    expect((await rename(to.name, '"2"')).body.revision).toBe(2);
  });

  it('says that there is no such stage where it is removed at the same moment', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const { id: a } = stages[0]!;
    const log = suite.app.get(PipelineRepository);
    const read = log.stagesOf;
    // The request has looked at the pipeline by then.
    vi.spyOn(log, 'stagesOf').mockImplementationOnce(async (pipelineId) => {
      expect((await client.delete(`${PATH}/${id}/stages/${a}`)).status).toBe(204);
      return read.call(log, pipelineId);
    });
    const { status, body } = await client.patch(`${PATH}/${id}`, { stages: [{ id: a, name: 'X' }] });
    expect([status, body.error.details]).toMatchObject([400, [{ field: 'stages[0].id', code: 'not_found' }]]);
  });

  it.each([
    [
      'a stage of another pipeline',
      (_: StageFacts[], other: StageFacts[]) => [{ id: other[0]!.id, order: 1 }],
      'stages[0].id',
    ],
    ['the order 0', ([a]: StageFacts[]) => [{ id: a!.id, order: 0 }], 'stages[0].order'],
    [
      'one stage twice',
      ([a]: StageFacts[]) => [
        { id: a!.id, order: 1 },
        { id: a!.id, order: 2 },
      ],
      'stages[1].id',
    ],
    [
      'one place twice',
      ([a, b]: StageFacts[]) => [
        { id: a!.id, order: 1 },
        { id: b!.id, order: 1 },
      ],
      'stages[1].order',
    ],
    ['a probability of 101', ([a]: StageFacts[]) => [{ id: a!.id, probability: 101 }], 'stages[0].probability'],
  ])('refuses %s, and changes nothing', async (_, stages, field) => {
    const [pipeline, other] = [await aPipeline('A', 'B'), await aPipeline('C')];
    const answer = await client.patch(`${PATH}/${pipeline.id}`, {
      name: 'Changed',
      stages: stages(pipeline.stages, other.stages),
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject([{ field }]);
    expect(await read(pipeline.id)).toEqual({ ...pipeline });
  });
});

describe('POST /v1/sales/pipelines/{id}/stages', () => {
  it.each([
    [1, 'XAB'],
    [2, 'AXB'],
    [3, 'ABX'],
    [99, 'ABX'],
    [undefined, 'ABX'],
  ])('puts one at %s', async (order, result) => {
    const { id } = await aPipeline('A', 'B');
    const { status, body } = await client.post(`${PATH}/${id}/stages`, { name: 'X', order, probability: 5 });
    expect([status, body]).toEqual([
      201,
      { id: body.id, pipeline_id: id, name: 'X', probability: 5, order: result.indexOf('X') + 1 },
    ]);
    expect(await orderOf(id)).toBe(result);
  });

  it('keeps places 1 to n when stages are added, moved and deleted at the same time', async () => {
    const { id, stages } = await aPipeline(...'ABCDEFGHIJ');
    const at = (index: number) => stages[index]!.id;
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) =>
        client.post(`${PATH}/${id}/stages`, { name: `x${n % 10}`, order: 1 + (n % 7) }),
      ),
      ...[0, 1, 2].map((index) => client.patch(`${PATH}/${id}`, { stages: [{ id: at(index), order: 8 - index }] })),
      ...[7, 8, 9].map((index) => client.delete(`${PATH}/${id}/stages/${at(index)}`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(201), 200, 200, 200, 204, 204, 204]);
    expect((await orderOf(id)).replace(/x\d/g, '')).toMatch(/^[A-G]{7}$/);
    expect((await read(id)).stage_count).toBe(27);
  });

  it('refuses the 51st, also among requests at the same time', async () => {
    const { id } = await aPipeline(...Array.from({ length: 48 }, (_, n) => `${n}`));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post(`${PATH}/${id}/stages`, { name: 'X' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect((await read(id)).stage_count).toBe(50);
  });
});

describe('DELETE /v1/sales/pipelines/{id}/stages/{stage_id}', () => {
  it('moves open deals first, each with an event and an audit entry', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const [a, b] = stages as [StageFacts, StageFacts];
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await aDeal({ pipeline_id: id, value: 10 }));
    const closed = await aDeal({ pipeline_id: id });
    await client.post(`${DEALS}/${closed.id}/close`, { outcome: 'won' });

    const path = `${PATH}/${id}/stages/${a.id}`;
    const refused = await client.delete(path);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      400,
      [{ field: 'migrate_deals_to', code: 'required' }],
    ]);
    expect((await client.delete(path, { body: { migrate_deals_to: b.id } })).status).toBe(204);
    expect((await client.delete(path, { body: { migrate_deals_to: b.id } })).status).toBe(404);
    expect(await orderOf(id)).toBe('B');

    for (const deal of made) {
      expect((await client.get(`${DEALS}/${deal.id}`)).body).toMatchObject({ stage_id: b.id, revision: 2 });
      expect(await trail(deal.id)).toMatchObject([
        { action: 'sales.deal.stage_changed', changes: { stage_id: { from: a.id, to: b.id } } },
        { action: 'sales.deal.created' },
      ]);
      const { data } = (await client.get(`${DEALS}/${deal.id}/history`)).body;
      expect(data).toMatchObject([
        { stage_id: a.id, stage_name: 'A' },
        { stage_id: b.id, left_at: null },
      ]);
    }
    const moved = async () =>
      (await client.get('/v1/events?type=sales.deal.stage_changed&limit=100')).body.data.filter(
        ({ payload }: { payload: { from_stage_id: string } }) => payload.from_stage_id === a.id,
      );
    await expect.poll(moved).toHaveLength(3);
    // Deals that are closed remember where they were.
    expect((await client.get(`${DEALS}/${closed.id}`)).body).toMatchObject({ status: 'won', stage_id: a.id });
    expect((await client.get(`${DEALS}/${closed.id}/history`)).body.data).toMatchObject([{ stage_name: 'A' }]);
  });

  it('moves deals that a policy hides from whoever deletes it', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const [a, b] = stages as [StageFacts, StageFacts];
    const deal = await aDeal({ pipeline_id: id });
    const blind = await blindTo(client, 'sales.deal');
    const path = `${PATH}/${id}/stages/${a.id}`;
    expect((await blind.delete(path)).status).toBe(400);
    expect((await blind.delete(path, { body: { migrate_deals_to: b.id } })).status).toBe(204);
    expect((await client.get(`${DEALS}/${deal.id}`)).body.stage_id).toBe(b.id);
  });

  it('takes the target from the query, too, and many deals', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const [a, b] = stages as [StageFacts, StageFacts];
    await suite.database.execute(
      `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
         created_at, updated_at, revision)
       select $1, 'deal_' || lpad(n::text, 26, '0'), 'Deal', $2, $3, 1, 'USD', 'open', '{}', '{}', now(), now(), 1
       from generate_series(1, 1100) n`,
      [suite.workspaceId, id, a.id],
    );
    expect((await client.delete(`${PATH}/${id}/stages/${a.id}?migrate_deals_to=${b.id}`)).status).toBe(204);
    const { rows } = await suite.database.execute(
      `select (select count(*)::int from sales_deals where open_stage_id = $1) as deals,
         (select count(*)::int from audit_entries where action = 'sales.deal.stage_changed' and changes -> 'stage_id' ->> 'to' = $1) as entries`,
      [b.id],
    );
    expect(rows).toEqual([{ deals: 1100, entries: 1100 }]);
    expect(await read(id)).toMatchObject({ deal_count: 1100, total_value: 1100 });
  });

  it('refuses targets that are not another stage of the pipeline, and the last stage', async () => {
    const [one, other] = [await aPipeline('A', 'B'), await aPipeline('C')];
    const path = `${PATH}/${one.id}/stages/${one.stages[0]!.id}`;
    for (const target of [one.stages[0]!.id, other.stages[0]!.id, 'stg_01jz8k3m5n7p9q1r3s5t7v9w1x', 'B']) {
      const answer = await client.delete(path, { body: { migrate_deals_to: target } });
      expect([answer.status, answer.body.error.details]).toMatchObject([400, [{ field: 'migrate_deals_to' }]]);
    }
    expect((await client.delete(`${PATH}/${other.id}/stages/${other.stages[0]!.id}`)).status).toBe(409);
    expect((await client.delete(`${PATH}/${other.id}/stages/${one.stages[0]!.id}`)).status).toBe(404);
  });

  it('leaves no open deal behind that comes at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, stages } = await aPipeline('A', 'B');
      const [a, b] = stages as [StageFacts, StageFacts];
      const [removed, ...deals] = await Promise.all([
        client.delete(`${PATH}/${id}/stages/${a.id}`, { body: { migrate_deals_to: b.id } }),
        ...Array.from({ length: 6 }, () => client.post(DEALS, { title: 'Deal', pipeline_id: id, stage_id: a.id })),
      ]);
      expect(removed.status).toBe(204);
      for (const { status, body } of deals) {
        if (status !== 201)
          expect([status, body.error.details]).toMatchObject([400, [{ field: 'stage_id', code: 'not_found' }]]);
        else expect((await client.get(`${DEALS}/${body.id}`)).body.stage_id).toBe(b.id);
      }
    }
  });

  it('drags no deal along that leaves the stage while its lock is waited for', async () => {
    const { id, stages } = await aPipeline('A', 'B', 'C');
    const [a, b, c] = stages as [StageFacts, StageFacts, StageFacts];
    const deal = await aDeal({ pipeline_id: id });
    const other = suite.database.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query('update sales_deals set stage_id = $1, revision = revision + 1 where id = $2', [c.id, deal.id]);
    const removal = client.delete(`${PATH}/${id}/stages/${a.id}`, { body: { migrate_deals_to: b.id } });
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%sales_deals%for update%'`;
    await expect.poll(async () => (await suite.database.execute(waiting)).rows).not.toEqual([]);
    await other.commitTransaction();
    await other.release();
    expect((await removal).status).toBe(204);
    expect((await client.get(`${DEALS}/${deal.id}`)).body).toMatchObject({ stage_id: c.id, revision: 2 });
  });
});

describe('DELETE /v1/sales/pipelines/{id}', () => {
  it('refuses one with open deals, and leaves closed ones readable', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    const deal = await aDeal({ pipeline_id: id });
    const refused = await client.delete(`${PATH}/${id}`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('open deals')]);
    await client.post(`${DEALS}/${deal.id}/close`, { outcome: 'lost' });
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(204);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await client.get(`${DEALS}/${deal.id}`)).body).toMatchObject({ pipeline_id: id, stage_id: stages[0]!.id });

    expect((await client.patch(`${DEALS}/${deal.id}`, { status: 'open' })).status).toBe(409);
    const next = await aPipeline('C');
    const reopened = await client.patch(`${DEALS}/${deal.id}`, { status: 'open', pipeline_id: next.id });
    expect([reopened.status, reopened.body]).toMatchObject([
      200,
      { pipeline_id: next.id, stage_id: next.stages[0]!.id },
    ]);
  });

  it('is not deleted under a deal that comes at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await aPipeline('A');
      const [removed, made] = await Promise.all([
        client.delete(`${PATH}/${id}`),
        client.post(DEALS, { title: 'Deal', pipeline_id: id }),
      ]);
      expect([
        [204, 400],
        [409, 201],
      ]).toContainEqual([removed.status, made.status]);
    }
  });
});

describe('deal_count and total_value', () => {
  it('follow open deals, exactly and at once, in the currency of the pipeline', async () => {
    const { id } = await aPipeline('A', 'B');
    const totals = async () => {
      const { deal_count, total_value } = await read(id);
      const { data } = (await client.get(`${PATH}?limit=100`)).body;
      expect(data.find((one: { id: string }) => one.id === id)).toMatchObject({
        deal_count,
        total_value,
        stage_count: 2,
      });
      return [deal_count, total_value];
    };
    const one = await aDeal({ pipeline_id: id, value: 0.1 });
    const two = await aDeal({ pipeline_id: id, value: 0.2 });
    await aDeal({ pipeline_id: id, value: 5, currency: 'EUR' });
    expect(await totals()).toEqual([3, 0.3]);
    await client.patch(`${DEALS}/${one.id}`, { value: 999_999_999_999.99 });
    expect(await totals()).toEqual([3, 1_000_000_000_000.19]);
    await client.post(`${DEALS}/${one.id}/close`, { outcome: 'won' });
    await client.patch(`${DEALS}/${two.id}`, { status: 'archived' });
    expect(await totals()).toEqual([1, 0]);
    await client.patch(`${PATH}/${id}`, { currency: 'EUR' });
    expect(await totals()).toEqual([1, 5]);
  });

  it('keep every cent of sums that numbers of JavaScript cannot hold', async () => {
    const { id, stages } = await aPipeline('A', 'B');
    await suite.database.execute(
      `insert into sales_deals (workspace_id, id, title, pipeline_id, stage_id, value, currency, status, contact_ids, tags,
         created_at, updated_at, revision)
       select $1, 'deal_' || lpad((n + 5000)::text, 26, '0'), 'Deal', $2, $3, 999999999999.99, 'USD', 'open', '{}', '{}', now(), now(), 1
       from generate_series(1, 1003) n`,
      [suite.workspaceId, id, stages[0]!.id],
    );
    const { text } = await client.get(`${PATH}/${id}`);
    expect(/"total_value":([\d.]+)/.exec(text)![1]).toBe('1002999999999989.97');
  });
});

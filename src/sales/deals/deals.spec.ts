import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../test/support/told.js';

const DEALS = '/v1/sales/deals';
const PIPELINES = '/v1/sales/pipelines';
const CONTACTS = '/v1/sales/contacts';
const PROJECTS = '/v1/project/projects';

let suite: TestApp;
let client: Client;
let pipeline: Pipeline;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
  pipeline = await aPipeline('First');
});
afterAll(() => suite.close());

interface Pipeline {
  id: string;
  /** Ids of its stages. */
  stages: [string, string, string];
}

async function aPipeline(name = 'Sales', currency = 'EUR'): Promise<Pipeline> {
  const stages = [{ name: 'Lead' }, { name: 'Offer', probability: 50 }, { name: 'Contract', probability: 90 }];
  const { status, body, text } = await client.post(PIPELINES, { name, currency, stages });
  expect(status, text).toBe(201);
  return { id: body.id, stages: body.stages.map(({ id }: { id: string }) => id) };
}

async function aDeal(facts: object = {}, by = client) {
  const { status, body, text } = await by.post(DEALS, {
    title: 'Website for Acme',
    pipeline_id: pipeline.id,
    ...facts,
  });
  expect(status, text).toBe(201);
  return body;
}

async function aContact(facts: object = {}): Promise<string> {
  const { status, body, text } = await client.post(CONTACTS, { display_name: 'Ada', ...facts });
  expect(status, text).toBe(201);
  return body.id;
}

const get = async (id: string) => (await client.get(`${DEALS}/${id}`)).body;
const patch = (id: string, body: object, by = client) => by.patch(`${DEALS}/${id}`, body);
const close = (id: string, body: object, by = client) => by.post(`${DEALS}/${id}/close`, body);
const history = async (id: string) => (await client.get(`${DEALS}/${id}/history?limit=100`)).body.data;

const actionsOn = async (id: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${id}&outcome=success&limit=100`)).body.data
    .map(({ action }: { action: string }) => action.replace('sales.deal.', ''))
    .toReversed();

/** The events that deals declare, oldest first. */
const eventsOf = (id: string) => declaredEventsAbout(suite.database, 'deal_id', id);

/** The field and the code of each fault that a request is refused for. */
const faults = ({ status, body }: { status: number; body: any }) => [
  status,
  ...(body.error.details ?? []).map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
];

describe('POST /v1/sales/deals', () => {
  it('begins open, in the first stage, with what nobody names', async () => {
    const { status, body, headers } = await client.post(DEALS, { title: ' Website ' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^deal_/),
        title: 'Website',
        pipeline_id: pipeline.id,
        stage_id: pipeline.stages[0],
        value: 0,
        currency: 'EUR',
        status: 'open',
        owner_id: suite.ownerId,
        contact_ids: [],
        project_id: null,
        expected_close_date: null,
        closed_at: null,
        close_reason: null,
        external_id: null,
        tags: [],
        created_at: expect.any(String),
        updated_at: expect.any(String),
        updated_by: suite.ownerId,
        revision: 1,
      },
    ]);
    expect((await client.get(new URL(headers.get('location')!, suite.base).pathname)).body).toEqual(body);
  });

  it('takes everything that is named', async () => {
    const facts = {
      stage_id: pipeline.stages[1],
      value: 999_999_999_999.99,
      currency: 'JPY',
      owner_id: null,
      contact_ids: [await aContact()],
      expected_close_date: '2026-09-30',
      tags: ['big'],
      external_id: randomUUID(),
    };
    expect(await aDeal(facts)).toMatchObject(facts);
  });

  it('needs a pipeline', async () => {
    const other = (await suite.workspace()).client;
    expect(faults(await other.post(DEALS, { title: 'Website' }))).toEqual([400, 'pipeline_id required']);
  });

  it.each(['0.1', '0.29', '4.35', '1.1', '999999999999.99', '0', '123456789012.34'])(
    'keeps %s to the cent',
    async (value) => {
      const { body } = await client.post(DEALS, `{"title":"Website","value":${value}}`);
      expect((await client.get(`${DEALS}/${body.id}`)).text).toContain(`"value":${value},`);
    },
  );

  it('names every fault, and makes nothing', async () => {
    const other = await aPipeline();
    const before = (await client.get(DEALS)).body.meta.total;
    const answers = [
      await client.post(DEALS, { title: '', currency: 'XYZ', expected_close_date: '2026-02-30', tags: ['a', 'a'] }),
      await client.post(DEALS, { title: 'A', pipeline_id: pipeline.id, stage_id: other.stages[0] }),
      await client.post(DEALS, { title: 'A', contact_ids: Array.from({ length: 51 }, (_, n) => `cnt_${n}`) }),
      await client.post(DEALS, {
        title: 'A',
        contact_ids: [await aContact(), 'cnt_01jz8k3m5n7p9q1r3s5t7v9w1x', 'Ada'],
      }),
      await client.post(DEALS, { title: 'A', project_id: 'prj_01jz8k3m5n7p9q1r3s5t7v9w1x' }),
    ];
    expect(answers.map(faults)).toEqual([
      [400, 'title required', 'currency invalid_value', 'expected_close_date invalid_format', 'tags[1] duplicate'],
      [400, 'stage_id not_found'],
      [400, 'contact_ids too_many'],
      [400, 'contact_ids[1] not_found', 'contact_ids[2] not_found'],
      [400, 'project_id not_found'],
    ]);
    expect((await client.get(DEALS)).body.meta.total).toBe(before);
  });
});

describe('PATCH stage_id', () => {
  it('moves an open deal, with an event and an entry', async () => {
    const { id } = await aDeal({ value: 10 });
    const [first, second] = pipeline.stages;
    const { status, body } = await patch(id, { stage_id: second, title: 'Shop for Acme' });
    expect([status, body]).toMatchObject([200, { stage_id: second, title: 'Shop for Acme', revision: 2 }]);
    expect((await patch(id, { stage_id: second })).body.revision).toBe(2);
    expect(await actionsOn(id)).toEqual(['created', 'stage_changed']);
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'sales.deal.stage_changed',
        payload: {
          deal_id: id,
          title: 'Shop for Acme',
          value: 10,
          pipeline_id: pipeline.id,
          from_stage_id: first,
          to_stage_id: second,
        },
      },
    ]);
  });

  it('of another pipeline needs that pipeline, whose first stage it is otherwise', async () => {
    const { id } = await aDeal();
    const other = await aPipeline();
    expect(faults(await patch(id, { stage_id: other.stages[1] }))).toEqual([400, 'stage_id not_found']);
    expect(faults(await patch(id, { pipeline_id: other.id, stage_id: pipeline.stages[1] }))).toEqual([
      400,
      'stage_id not_found',
    ]);
    expect((await patch(id, { pipeline_id: other.id })).body).toMatchObject({
      pipeline_id: other.id,
      stage_id: other.stages[0],
    });
    const back = await patch(id, { pipeline_id: pipeline.id, stage_id: pipeline.stages[2] });
    expect(back.body).toMatchObject({ pipeline_id: pipeline.id, stage_id: pipeline.stages[2] });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(Array(2).fill('sales.deal.stage_changed'));
  });

  it('of many requests that have seen the same stage, lets one through', async () => {
    const { id } = await aDeal();
    const [first, second, third] = pipeline.stages;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => patch(id, { from_stage_id: first, stage_id: n % 2 ? second : third })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect(await eventsOf(id)).toHaveLength(1);
    expect(await history(id)).toMatchObject([
      { stage_id: first },
      { stage_id: (await get(id)).stage_id, left_at: null },
    ]);
  });

  it('is a 409 for a deal that is not open', async () => {
    const { id } = await aDeal();
    await close(id, { outcome: 'lost' });
    const other = await aPipeline();
    expect((await patch(id, { stage_id: pipeline.stages[1] })).status).toBe(409);
    expect((await patch(id, { pipeline_id: other.id })).status).toBe(409);
    expect((await patch(id, { stage_id: pipeline.stages[0], title: 'Still lost' })).body).toMatchObject({
      title: 'Still lost',
    });
  });
});

describe('closing', () => {
  it.each(['won', 'lost'])('as %s happens once, with its event', async (outcome) => {
    const { id } = await aDeal({ value: 12.5 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        n % 2 ? close(id, { outcome, close_reason: 'Price' }) : patch(id, { status: outcome, close_reason: 'Price' }),
      ),
    );
    // A PATCH to the status that it has already is nothing to refuse.
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await get(id)).toMatchObject({
      status: outcome,
      close_reason: 'Price',
      closed_at: expect.any(String),
      revision: 2,
    });
    expect((await close(id, { outcome: 'won' })).status).toBe(409);
    expect(await actionsOn(id)).toEqual(['created', outcome]);
    const payload = {
      deal_id: id,
      title: 'Website for Acme',
      value: 12.5,
      ...(outcome === 'lost' && { close_reason: 'Price' }),
    };
    const events = await eventsOf(id);
    expect(events).toMatchObject([{ type: `sales.deal.${outcome}` }]);
    expect(events[0]!.payload).toEqual(payload);
  });

  it('of won and lost at the same time, only one is true', async () => {
    const { id } = await aDeal();
    const answers = await Promise.all(['won', 'lost', 'won', 'lost'].map((outcome) => close(id, { outcome })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const winner = answers.find(({ status }) => status === 200)!.body;
    expect(await get(id)).toEqual(winner);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual([`sales.deal.${winner.status}`]);
  });

  it('can come with a last move, and both are told', async () => {
    const { id } = await aDeal();
    const { body } = await patch(id, { stage_id: pipeline.stages[2], status: 'won', title: 'Signed' });
    expect(body).toMatchObject({ status: 'won', stage_id: pipeline.stages[2], title: 'Signed', revision: 3 });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['sales.deal.stage_changed', 'sales.deal.won']);
  });

  it('is undone by opening it again', async () => {
    const { id } = await aDeal();
    await close(id, { outcome: 'won', close_reason: 'Best offer' });
    expect((await patch(id, { status: 'lost' })).status).toBe(409);
    const { body } = await patch(id, { status: 'open' });
    expect(body).toMatchObject({ status: 'open', closed_at: null, close_reason: null, stage_id: pipeline.stages[0] });
    expect((await patch(id, { status: 'open' })).body.revision).toBe(body.revision);
    expect((await close(id, { outcome: 'lost' })).status).toBe(200);
    expect(await actionsOn(id)).toEqual(['created', 'won', 'reopened', 'lost']);
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(['sales.deal.won', 'sales.deal.lost']);
  });

  it('can be put aside and taken back from every state', async () => {
    for (const state of ['open', 'won', 'lost']) {
      const { id } = await aDeal();
      if (state !== 'open') await close(id, { outcome: state });
      expect((await patch(id, { status: 'archived' })).body.status).toBe('archived');
      expect((await close(id, { outcome: 'won' })).status).toBe(409);
      const moved = await patch(id, { status: 'open', stage_id: pipeline.stages[1] });
      expect(moved.body).toMatchObject({ status: 'open', stage_id: pipeline.stages[1], closed_at: null });
      expect(await eventsOf(id)).toHaveLength(state === 'open' ? 1 : 2);
    }
  });

  it('finds the first stage where the old one is gone', async () => {
    const other = await aPipeline();
    const { id } = await aDeal({ pipeline_id: other.id });
    await close(id, { outcome: 'lost' });
    await client.delete(`${PIPELINES}/${other.id}/stages/${other.stages[0]}`);
    expect((await patch(id, { status: 'open' })).body).toMatchObject({ status: 'open', stage_id: other.stages[1] });
  });

  it('is for the owner and for editors', async () => {
    const member = await suite.signedIn('sales:member');
    const own = await aDeal({}, member.client);
    const others = await aDeal();
    expect((await close(own.id, { outcome: 'won' }, member.client)).status).toBe(200);
    expect((await close(others.id, { outcome: 'won' }, member.client)).status).toBe(403);
    expect((await patch(others.id, { title: 'Mine' }, (await suite.signedIn('sales:editor')).client)).status).toBe(200);
  });
});

describe('GET /v1/sales/deals/{id}/history', () => {
  it('has each stay while the deal was open, by whom, and how long', async () => {
    const { client: editor, userId } = await suite.signedIn('sales:editor');
    const { id } = await aDeal();
    await patch(id, { stage_id: pipeline.stages[1] }, editor);
    await close(id, { outcome: 'won' });
    await patch(id, { status: 'open' });
    const stays = await history(id);
    const named = { pipeline_id: pipeline.id, duration_seconds: expect.any(Number) };
    expect(stays).toMatchObject([
      { ...named, stage_id: pipeline.stages[0], stage_name: 'Lead', moved_by: suite.ownerId },
      { ...named, stage_id: pipeline.stages[1], stage_name: 'Offer', moved_by: userId },
      { ...named, stage_id: pipeline.stages[1], stage_name: 'Offer', moved_by: suite.ownerId, left_at: null },
    ]);
    expect(stays[0].left_at).toBe(stays[1].entered_at);
    for (const { entered_at, left_at, duration_seconds } of stays.slice(0, 2))
      expect(duration_seconds).toBe(Math.floor((Date.parse(left_at) - Date.parse(entered_at)) / 1000));
    await suite.database.execute(
      `update sales_stage_history set entered_at = entered_at - interval '90 minutes' where record_id = $1 and left_at is null`,
      [id],
    );
    const lasting = (await history(id)).find(({ left_at }: { left_at: string | null }) => left_at === null);
    expect(lasting.duration_seconds).toBeGreaterThanOrEqual(5400);
  });

  it('keeps the order of moves within a millisecond, behind entries with the numbered ids of before', async () => {
    const { id } = await aDeal();
    const now = suite.clock.now();
    const frozen = vi.spyOn(suite.clock, 'now').mockImplementation(() => now);
    const moves = [1, 2, 0, 1, 2].map((index) => pipeline.stages[index]);
    for (const stage_id of moves) expect((await patch(id, { stage_id })).status).toBe(200);
    frozen.mockRestore();
    await suite.database.execute(
      `update sales_stage_history h set id = 'sth_' || lpad(n::text, 26, '0'), entered_at = $2
         from (select id, row_number() over (order by entered_at, id) n from sales_stage_history where record_id = $1) numbered
        where h.id = numbered.id and n <= 3`,
      [id, new Date(now).toISOString()],
    );
    const stages: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const query: string = `limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const { data, meta } = (await client.get(`${DEALS}/${id}/history?${query}`)).body;
      stages.push(...data.map(({ stage_id }: { stage_id: string }) => stage_id));
      [cursor, more] = [meta.next_cursor, meta.has_more];
    }
    expect(stages).toEqual([pipeline.stages[0], ...moves]);
  });

  it('is written by the statement that moves the deal', async () => {
    const { id } = await aDeal();
    const run = suite.database.run.bind(suite.database);
    const writes: string[] = [];
    const spy = vi.spyOn(suite.database, 'run').mockImplementation((executor, text, ...rest) => {
      if (/update sales_(deals|stage_history)/.test(text)) writes.push(text);
      return run(executor, text, ...rest);
    });
    expect((await patch(id, { stage_id: pipeline.stages[1] })).status).toBe(200);
    spy.mockRestore();
    expect(writes).toEqual([expect.stringMatching(/update sales_deals .* update sales_stage_history /s)]);
    expect(await history(id)).toHaveLength(2);
  });

  it('stays true under moves at the same time', async () => {
    const { id } = await aDeal();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => patch(id, { stage_id: pipeline.stages[n % 3] })),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const stays = await history(id);
    expect(stays.at(-1)).toMatchObject({ stage_id: (await get(id)).stage_id, left_at: null });
    stays.slice(1).forEach((stay: { stage_id: string; entered_at: string }, index: number) => {
      expect(stay.stage_id).not.toBe(stays[index].stage_id);
      expect(stays[index].left_at).toBe(stay.entered_at);
    });
    expect(await eventsOf(id)).toHaveLength(stays.length - 1);
  });
});

describe('contact_ids', () => {
  it('name contacts that there are; one in the trash stays linked', async () => {
    const [ada, grace] = [await aContact(), await aContact()];
    const { id } = await aDeal({ contact_ids: [ada] });
    expect((await client.delete(`${CONTACTS}/${ada}`)).status).toBe(204);
    expect((await get(id)).contact_ids).toEqual([ada]);
    expect((await patch(id, { contact_ids: [grace, ada] })).body.contact_ids).toEqual([grace, ada]);
    expect(faults(await client.post(DEALS, { title: 'A', contact_ids: [ada] }))).toEqual([
      400,
      'contact_ids[0] not_found',
    ]);
    expect((await client.get(`${DEALS}?contact_id=${grace}`)).body).toMatchObject({
      data: [{ id }],
      meta: { total: 1 },
    });
  });
});

describe('project_id', () => {
  const aProject = async () => (await client.post(PROJECTS, { name: 'Website' })).body.id as string;
  const remove = async (id: string) => {
    await client.post(`${PROJECTS}/${id}/archive`);
    return (await client.delete(`${PROJECTS}/${id}`)).status;
  };

  it('keeps the project while the deal is open', async () => {
    const project_id = await aProject();
    const { id } = await aDeal({ project_id });
    expect((await client.get(`${DEALS}?project_id=${project_id}`)).body.data).toMatchObject([{ id }]);
    expect(await remove(project_id)).toBe(409);
    await close(id, { outcome: 'won' });
    expect(await remove(project_id)).toBe(204);
    expect((await get(id)).project_id).toBe(project_id);
  });

  it('is not linked to a project that goes at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const [project_id, { id }] = [await aProject(), await aDeal()];
      await client.post(`${PROJECTS}/${project_id}/archive`);
      const [removed, linked] = await Promise.all([
        client.delete(`${PROJECTS}/${project_id}`),
        patch(id, { project_id }),
      ]);
      expect([
        [204, 400],
        [409, 200],
      ]).toContainEqual([removed.status, linked.status]);
    }
  });
});

describe('PUT /v1/sales/deals/by-external-id/{external_id}', () => {
  const put = (key: string, body: object, by = client) =>
    by.put(`${DEALS}/by-external-id/${encodeURIComponent(key)}`, body);

  it('makes a deal, then changes what it is sent', async () => {
    const key = `crm/4711 ä ${randomUUID()}`;
    const made = await put(key, { title: 'Website', value: 5, tags: ['new'] });
    expect([made.status, made.body]).toMatchObject([
      201,
      { external_id: key, title: 'Website', value: 5, revision: 1 },
    ]);
    expect(new URL(made.headers.get('location')!, suite.base).pathname).toBe(`${DEALS}/${made.body.id}`);
    const changed = await put(key, { value: 6 });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { id: made.body.id, title: 'Website', value: 6, tags: ['new'], revision: 2 },
    ]);
    const won = await put(key, { status: 'won' });
    expect(won.body).toMatchObject({ status: 'won', revision: 3 });
    expect((await put(key, { title: 'Website' })).body.revision).toBe(3);
    expect((await client.get(`${DEALS}?external_id=${encodeURIComponent(key)}`)).body.data).toMatchObject([
      { id: made.body.id },
    ]);
  });

  it('makes one under 50 requests at once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, value) => put(key, { title: 'Website', value })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(49).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const { revision } = await get(answers[0]!.body.id);
    expect((await actionsOn(answers[0]!.body.id)).length).toBe(revision);
  });

  it('refuses what would not be a deal, a stale ETag, and the deals of others', async () => {
    const key = randomUUID();
    expect(faults(await put(key, { value: 1 }))).toEqual([400, 'title required']);
    expect(faults(await put('x'.repeat(256), { title: 'A' }))).toEqual([400, 'external_id too_long']);
    expect(faults(await put(' ', { title: 'A' }))).toEqual([400, 'external_id required']);
    expect((await client.put(`${DEALS}/by-external-id/a%00b`, { title: 'A' })).status).toBe(400);
    await put(key, { title: 'A' });
    const stale = { headers: { 'If-Match': '"7"' } };
    expect((await client.put(`${DEALS}/by-external-id/${key}`, { title: 'B' }, stale)).status).toBe(412);
    const member = (await suite.signedIn('sales:member')).client;
    expect((await put(key, { title: 'B' }, member)).status).toBe(403);
    expect((await put(randomUUID(), { title: 'B' }, member)).status).toBe(201);
  });

  it('has an id that no other deal has', async () => {
    const external_id = randomUUID();
    const { id } = await aDeal({ external_id });
    const other = await aDeal();
    expect((await client.post(DEALS, { title: 'A', external_id })).status).toBe(409);
    expect((await patch(other.id, { external_id })).status).toBe(409);
    expect((await patch(id, { external_id, title: 'B' })).status).toBe(200);
    const raced = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.post(DEALS, { title: 'A', external_id: raced })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('GET /v1/sales/deals', () => {
  it('puts deals without a date last, in both directions and over pages', async () => {
    const other = (await suite.workspace()).client;
    await other.post(PIPELINES, { name: 'Sales' });
    for (const date of ['2026-03-01', null, '2026-01-01', null, '2026-02-01'])
      await other.post(DEALS, { title: 'A', expected_close_date: date });
    const walk = async (sort: string) => {
      const dates: (string | null)[] = [];
      let cursor = '';
      do {
        const { body } = await other.get(`${DEALS}?limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`);
        expect(body.meta.total).toBe(5);
        dates.push(
          ...body.data.map(
            (deal: { expected_close_date: string | null }) => deal.expected_close_date?.slice(6, 7) ?? null,
          ),
        );
        cursor = body.meta.next_cursor ?? '';
      } while (cursor);
      return dates;
    };
    expect(await walk('expected_close_date:asc')).toEqual(['1', '2', '3', null, null]);
    expect(await walk('expected_close_date:desc')).toEqual(['3', '2', '1', null, null]);
    expect(await walk('expected_close_date:desc,title:asc')).toEqual(['3', '2', '1', null, null]);
  });

  it('filters by pipeline, stage, status, owner and tag, and counts what it shows', async () => {
    const other = await aPipeline();
    const { userId } = await suite.signedIn('sales:member');
    const one = await aDeal({ pipeline_id: other.id, value: 3, tags: ['hot'] });
    const two = await aDeal({ pipeline_id: other.id, value: 1, stage_id: other.stages[1], owner_id: userId });
    const three = await aDeal({ pipeline_id: other.id, value: 2 });
    await close(three.id, { outcome: 'lost' });
    const ids = async (query: string) => {
      const { data, meta } = (await client.get(`${DEALS}?pipeline_id=${other.id}&${query}`)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await ids('sort=value:desc')).toEqual([one.id, three.id, two.id]);
    expect(await ids(`stage_id=${other.stages[0]}&sort=created_at:asc`)).toEqual([one.id, three.id]);
    expect(await ids('status=lost')).toEqual([three.id]);
    expect(await ids(`owner_id=${userId}`)).toEqual([two.id]);
    expect(await ids('tag=hot')).toEqual([one.id]);
    expect(faults(await client.get(`${DEALS}?status=lots`))).toEqual([400, 'status invalid_value']);
  });
});

describe('GET /v1/sales/deals/export', () => {
  it('has what the list shows by its filters and order, and is noted', async () => {
    const other = await aPipeline();
    const ada = await aContact();
    const facts = { pipeline_id: other.id, tags: ['a', 'b'], external_id: 'x-1', expected_close_date: '2026-09-30' };
    const big = await aDeal({ ...facts, title: '=1+1', value: 999_999_999_999.99, contact_ids: [ada] });
    const small = await aDeal({ pipeline_id: other.id, title: 'Ten "seats", red', value: 0.1, owner_id: null });
    await close(small.id, { outcome: 'lost', close_reason: 'No\nbudget' });
    const read = async (query: string) => {
      const { status, text, headers } = await client.get(`${DEALS}/export?pipeline_id=${other.id}&${query}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers.get('content-disposition')).toContain('deals.csv');
      return text.split('\r\n');
    };
    const [head, first, second, end] = await read('sort=value:desc');
    expect(head).toMatch(
      /^id,title,value,currency,owner_id,contact_ids,project_id,expected_close_date,tags,pipeline_id/,
    );
    expect(first).toContain(`${big.id},'=1+1,999999999999.99,EUR,${suite.ownerId},`);
    expect(first).toContain(`,2026-09-30,`);
    for (const text of [ada, 'x-1', other.stages[0]]) expect(first).toContain(text);
    expect(second).toContain(`${small.id},"Ten ""seats"", red",0.1,EUR,,`);
    expect(second).toContain(`,lost,`);
    expect(second).toContain(`"No\nbudget"`);
    expect(end).toBe('');
    expect(await read('status=open')).toHaveLength(3);
    expect(await read(`contact_id=${ada}&tag=a`)).toHaveLength(3);
    expect(await read('tag=none')).toEqual([head, '']);
    expect(faults(await client.get(`${DEALS}/export?sort=phone:asc`))).toEqual([400, 'sort invalid_value']);
    const { data } = (await client.get('/v1/guard/audit-logs?action=sales.deal.exported')).body;
    expect(data).toHaveLength(4);
  });
});

describe('/v1/sales/deals/{id}/activities', () => {
  it('are logged by those who may change the deal, and listed from the latest', async () => {
    const member = await suite.signedIn('sales:member');
    const { id } = await aDeal({}, member.client);
    const path = `${DEALS}/${id}/activities`;
    const call = await member.client.post(path, {
      type: 'call',
      note: 'They decide in May.\n',
      occurred_at: '2026-01-31T10:00:00+01:00',
    });
    expect([call.status, call.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^act_/),
        deal_id: id,
        type: 'call',
        note: 'They decide in May.\n',
        mentions: [],
        occurred_at: '2026-01-31T09:00:00.000Z',
        created_by: member.userId,
        created_at: expect.any(String),
      },
    ]);
    const before = suite.clock.iso();
    const { occurred_at, created_at } = (await client.post(path, { type: 'note' })).body;
    expect([before, occurred_at, created_at]).toEqual([before, occurred_at, created_at].toSorted());
    expect((await client.get(path)).body).toMatchObject({
      data: [{ type: 'note' }, { type: 'call' }],
      meta: { total: 2 },
    });
    expect((await client.get(`${path}?type=call`)).body.data).toEqual([call.body]);

    const others = `${DEALS}/${(await aDeal()).id}/activities`;
    expect((await member.client.post(others, { type: 'call' })).status).toBe(403);
    expect((await member.client.get(others)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { blindTo } from '../../../test/support/policies.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../test/support/told.js';

const PIPELINES = '/v1/careers/pipelines';
const STAGES = '/v1/careers/stages';
const APPLICATIONS = '/v1/careers/applications';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  // Without a worker: statements are counted.
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
});
afterAll(() => suite.close());

/** A pipeline of stages with these names, and a published job in it. */
async function aPipeline(names: string[] = ['A', 'B', 'C']) {
  const made = (await client.post(PIPELINES, { name: 'Hiring', stages: names.map((name) => ({ name })) })).body;
  const { id: job } = (await client.post('/v1/careers/jobs', { title: 'Engineer', pipeline_id: made.id })).body;
  await client.post(`/v1/careers/jobs/${job}/publish`);
  const shown = async () =>
    (await client.get(`${PIPELINES}/${made.id}/stages`)).body.data.map(({ order, name }: any) => `${order} ${name}`);
  return { job, ids: made.stages.map(({ id }: any) => id) as [string, string, string], names: shown };
}

/** Applies for a job, and moves the application to a stage where that is not the first. */
async function apply(job: string, stage_id?: string): Promise<string> {
  const candidate = { display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com` };
  const { status, body, text } = await client.post(`/v1/careers/jobs/${job}/applications`, { candidate });
  expect(status, text).toBe(201);
  if (stage_id) expect((await client.patch(`${APPLICATIONS}/${body.id}`, { stage_id })).status).toBe(200);
  return body.id;
}

const get = async (id: string) => (await client.get(`${APPLICATIONS}/${id}`)).body;
const remove = (id: string, query = '', body?: unknown) => client.send('DELETE', `${STAGES}/${id}${query}`, { body });

/** Types of the events of an application with what they say of stages, the oldest first. */
async function eventsOf(id: string) {
  const events = await declaredEventsAbout(suite.database, 'application_id', id);
  return events.map(({ type, payload }) =>
    [type.split('.').at(-1), payload.from_stage_id, payload.to_stage_id].filter(Boolean),
  );
}

describe('DELETE /v1/careers/stages/{id}', () => {
  it('deletes a stage that nobody is in, and the others close up', async () => {
    const { ids, names } = await aPipeline();
    expect((await remove(ids[1])).status).toBe(204);
    expect(await names()).toEqual(['1 A', '2 C']);
    expect((await client.get(`${STAGES}/${ids[1]}`)).status).toBe(404);
    expect((await remove(ids[1])).status).toBe(404);
  });

  it('asks what is to become of active applications', async () => {
    const { job, ids, names } = await aPipeline();
    const application = await apply(job);
    for (const [query, body] of [
      ['', undefined],
      ['', {}],
      ['?disqualify_candidates=false', undefined],
      ['', { disqualify_candidates: false }],
    ] as const)
      expect(errorsOf(await remove(ids[0], query, body))).toEqual([400, 'migrate_applications_to required']);
    expect([await names(), (await get(application)).status]).toEqual([['1 A', '2 B', '3 C'], 'active']);
    // One that has ended is in no stage any more.
    await client.post(`${APPLICATIONS}/${application}/withdraw`);
    expect((await remove(ids[0])).status).toBe(204);
    expect((await get(application)).stage_id).toBe(ids[0]);
    expect((await client.post(`${APPLICATIONS}/${application}/reopen`)).body).toMatchObject({ stage_id: ids[1] });
  });

  it('moves or disqualifies applications that a policy hides from whoever deletes it', async () => {
    const { job, ids } = await aPipeline();
    const [first, second] = [await apply(job), await apply(job, ids[1])];
    const blind = await blindTo(client, 'careers.application');
    expect((await blind.delete(`${STAGES}/${ids[0]}?migrate_applications_to=${ids[2]}`)).status).toBe(204);
    expect((await get(first)).stage_id).toBe(ids[2]);
    expect((await blind.delete(`${STAGES}/${ids[1]}?disqualify_candidates=true`)).status).toBe(204);
    expect((await get(second)).status).toBe('disqualified');
  });

  it.each(['body', 'query'])('moves them to another stage that the %s names, each with its trail', async (where) => {
    const { job, ids, names } = await aPipeline();
    const [one, two, other] = [await apply(job), await apply(job), await apply(job, ids[1])];
    await client.post(`${APPLICATIONS}/${other}/disqualify`, { reason: 'spam' });
    const answer =
      where === 'body'
        ? await remove(ids[0], '', { migrate_applications_to: ids[2] })
        : await remove(ids[0], `?migrate_applications_to=${ids[2]}`);
    expect([answer.status, await names()]).toEqual([204, ['1 B', '2 C']]);
    for (const id of [one, two]) {
      const application = await get(id);
      expect(application).toMatchObject({ status: 'active', stage_id: ids[2] });
      expect(application.stage_history).toMatchObject([
        { stage_id: ids[0], stage_name: 'A', left_at: expect.any(String) },
        { stage_id: ids[2], stage_name: 'C', left_at: null, moved_by: { type: 'api_key' } },
      ]);
      expect(await eventsOf(id)).toEqual([['submitted'], ['stage_changed', ids[0], ids[2]]]);
      const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
      expect(data[0]).toMatchObject({
        action: 'careers.application.stage_changed',
        changes: { stage_id: { from: ids[0], to: ids[2] } },
      });
    }
    expect(await get(other)).toMatchObject({ status: 'disqualified', stage_id: ids[1] });
  });

  it('moves very many by a few statements, and each of them once, also while others move and end them', async () => {
    const { job, ids } = await aPipeline();
    const [a, b, c] = ids;
    const candidates = Array.from({ length: 40 }, () => apply(job));
    const [mover, ender, ...others] = await Promise.all(candidates);
    // More than one portion.
    const { rows } = await suite.database.execute<{ id: string }>(
      `insert into applications (workspace_id, id, job_id, owner_id, status, stage_id, candidate, email_digest, answers, tags,
         scorecard_count, created_at, updated_at, revision)
       select workspace_id, 'app_' || lpad(n::text, 26, '0'), job_id, owner_id, status, stage_id, candidate, 'd' || n, answers, tags,
         0, created_at, updated_at, 1 from applications, generate_series(1, 600) n where id = $1 returning id`,
      [others[0]],
    );
    await suite.database.execute(
      `insert into careers_stage_history (workspace_id, id, record_id, parent_id, stage_id, stage_name, entered_at,
         moved_by_type, created_at, updated_at, revision)
       select workspace_id, 'sth_' || lpad(nextval('stage_history_numbers')::text, 26, '0'), id, job_id, stage_id, 'A',
         created_at, 'public', created_at, created_at, 1 from applications where id = any($1)`,
      [rows.map(({ id }) => id)],
    );
    const statements: string[] = [];
    const run = suite.database.run.bind(suite.database);
    const spy = vi.spyOn(suite.database, 'run').mockImplementation((executor, text, ...rest) => {
      statements.push(text);
      return run(executor, text, ...rest);
    });
    const [gone, moved, ended] = await Promise.all([
      remove(a, `?migrate_applications_to=${c}`),
      client.patch(`${APPLICATIONS}/${mover}`, { stage_id: b }),
      client.post(`${APPLICATIONS}/${ender}/withdraw`),
    ]);
    spy.mockRestore();
    expect([gone?.status, moved?.status, ended?.status]).toEqual([204, 200, 200]);
    expect(statements.length).toBeLessThan(60);
    expect((await get(mover!)).stage_id).toBe(b);
    expect((await get(ender!)).status).toBe('withdrawn');
    const { rows: found } = await suite.database.execute(
      `select a.stage_id, a.status, count(*)::int as n, sum(v.n)::int as stays, sum(e.n)::int as entries
         from applications a,
         lateral (select count(*) as n from careers_stage_history where record_id = a.id and workspace_id = a.workspace_id) v,
         lateral (select count(*) as n from audit_entries where resource_id = a.id and workspace_id = a.workspace_id
            and action = 'careers.application.stage_changed') e
        where a.job_id = $1 and a.id <> all($2) group by 1, 2`,
      [job, [mover, ender]],
    );
    const n = others.length + rows.length;
    expect(found).toEqual([{ stage_id: c, status: 'active', n, stays: 2 * n, entries: n }]);
    const events = await suite.database.execute(
      `select count(distinct payload ->> 'application_id')::int as applications, count(*)::int as events from
         (select id, type, payload from outbox union select id, type, payload from events) announced
        where payload ->> 'to_stage_id' = $1 and payload ->> 'application_id' <> all($2)`,
      [c, [mover, ender]],
    );
    expect(events.rows).toEqual([{ applications: n, events: n }]);
  });

  it.each(['body', 'query'])('disqualifies them where the %s says so', async (where) => {
    const { job, ids } = await aPipeline();
    const id = await apply(job);
    const answer =
      where === 'body'
        ? await remove(ids[0], '', { disqualify_candidates: true })
        : await remove(ids[0], '?disqualify_candidates=true');
    expect(answer.status).toBe(204);
    expect(await get(id)).toMatchObject({
      status: 'disqualified',
      stage_id: ids[0],
      stage_history: [{ stage_id: ids[0], left_at: expect.any(String) }],
      disqualification: { reason: 'stage_removed', notified: false },
    });
    expect(await eventsOf(id)).toEqual([['submitted']]);
  });

  it('takes one of both, and only a stage of the same pipeline', async () => {
    const [{ job, ids, names }, other] = [await aPipeline(), await aPipeline()];
    const id = await apply(job);
    const both = { migrate_applications_to: ids[1], disqualify_candidates: true };
    expect(errorsOf(await remove(ids[0], '', both))).toEqual([400, 'disqualify_candidates invalid_value']);
    expect(errorsOf(await remove(ids[0], '?disqualify_candidates=true', { migrate_applications_to: ids[1] }))).toEqual([
      400,
      'disqualify_candidates invalid_value',
    ]);
    for (const target of [ids[0], other.ids[0], newId('stg')])
      expect(errorsOf(await remove(ids[0], `?migrate_applications_to=${target}`))).toEqual([
        400,
        'migrate_applications_to not_found',
      ]);
    expect(errorsOf(await remove(ids[0], '?migrate_applications_to=B'))).toEqual([
      400,
      'migrate_applications_to invalid_format',
    ]);
    expect(errorsOf(await remove(ids[0], '', { disqualify_candidates: 'yes' }))).toEqual([
      400,
      'disqualify_candidates invalid_type',
    ]);
    expect([await names(), (await get(id)).status]).toEqual([['1 A', '2 B', '3 C'], 'active']);
  });

  it('keeps the last stage of a pipeline, whatever is asked, and whoever asks at once', async () => {
    const { job, ids, names } = await aPipeline(['A']);
    await apply(job);
    for (const query of ['', '?disqualify_candidates=true']) expect((await remove(ids[0], query)).status).toBe(409);
    expect(await names()).toEqual(['1 A']);
    const many = await aPipeline();
    const answers = await Promise.all(many.ids.map((id) => remove(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 204, 409]);
  });

  it('loses nobody who is moved into it, or applies, at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const { job, ids } = await aPipeline();
      const [a, b, c] = ids;
      const movers = [await apply(job), await apply(job)];
      const [gone, applied, ...moved] = await Promise.all([
        remove(b, `?migrate_applications_to=${c}`),
        apply(job),
        ...movers.map((id) => client.patch(`${APPLICATIONS}/${id}`, { stage_id: b })),
      ]);
      expect(gone!.status).toBe(204);
      expect((await get(applied as string)).stage_id).toBe(a);
      for (const [index, { status }] of (moved as { status: number }[]).entries()) {
        expect([200, 400]).toContain(status);
        expect((await get(movers[index]!)).stage_id).toBe(status === 200 ? c : a);
      }
      // The first stage, which new applications come into.
      const [first, late] = await Promise.all([remove(a, '', { disqualify_candidates: true }), apply(job)]);
      expect(first.status).toBe(204);
      const { status, stage_id } = await get(late);
      expect([status, stage_id]).toEqual(status === 'active' ? ['active', c] : ['disqualified', a]);
    }
  });

  it('moves those of two stages that are deleted into each other at once to one that stays', async () => {
    const { job, ids, names } = await aPipeline(['A', 'B', 'C']);
    const [a, b] = ids;
    const applications = [await apply(job), await apply(job, b)];
    const answers = await Promise.all([
      remove(a, `?migrate_applications_to=${b}`),
      remove(b, `?migrate_applications_to=${a}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    const [left] = (await names()).filter((name: string) => !name.endsWith('C'));
    const stages = await Promise.all(applications.map(async (id) => (await get(id)).stage_id));
    expect(new Set(stages)).toEqual(new Set([left!.endsWith('A') ? a : b]));
  });

  it('is for editors', async () => {
    const { ids } = await aPipeline();
    const { client: member } = await suite.signedIn('careers:member');
    expect((await member.delete(`${STAGES}/${ids[0]}`)).status).toBe(403);
  });
});

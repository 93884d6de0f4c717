import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { declaredEventsAbout } from '../../../test/support/told.js';
import { STATUSES } from './job.resource.js';

const PATH = '/v1/careers/jobs';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp();
  client = suite.client;
});
afterAll(() => suite.close());

/** How a new job gets into each state. */
const WAYS: Record<string, string[]> = {
  draft: [],
  published: ['publish'],
  paused: ['pause'],
  closed: ['close'],
  archived: ['archive'],
};

async function aJob(fields: object = {}, status = 'draft') {
  const { body } = await client.post(PATH, { title: 'Engineer', ...fields });
  for (const action of WAYS[status]!) await client.post(`${PATH}/${body.id}/${action}`);
  return (await client.get(`${PATH}/${body.id}`)).body;
}

const act = (id: string, action: string, body?: object) => client.post(`${PATH}/${id}/${action}`, body);
const patch = (id: string, changes: object) => client.patch(`${PATH}/${id}`, changes);

async function eventsOf(id: string) {
  const events = await declaredEventsAbout(suite.database, 'job_id', id);
  return events.map(({ type, payload }) => ({ type, ...payload }));
}

describe('POST /v1/careers/jobs', () => {
  it('makes a draft in the default pipeline, which belongs to the user behind the key', async () => {
    const created = await client.post(PATH, { title: ' Engineer ' });
    expect([created.status, Object.keys(created.body)]).toEqual([201, ['id', 'title', 'status', 'created_at']]);
    const { data } = (await client.get('/v1/careers/pipelines')).body;
    expect((await client.get(`${PATH}/${created.body.id}`)).body).toEqual({
      ...created.body,
      title: 'Engineer',
      department: null,
      location: null,
      employment_type: null,
      description: '',
      pipeline_id: data.find(({ is_default }: any) => is_default).id,
      status: 'draft',
      channels: [],
      application_form: { fields: [] },
      confirmation_mail: true,
      owner_id: suite.ownerId,
      tags: [],
      close_reason: null,
      closed_at: null,
      published_at: null,
      updated_at: created.body.created_at,
      revision: 1,
    });
    expect(await eventsOf(created.body.id)).toEqual([]);
  });

  it('takes the form as it is to be shown, with what it leaves out', async () => {
    const fields = [
      { name: ' motivation ', type: 'long_text', required: true, label: 'Why us?' },
      { name: 'start', type: 'select', options: ['now', 'later'] },
      { name: 'notes' },
    ];
    expect((await aJob({ application_form: { fields } })).application_form).toEqual({
      fields: [
        { name: 'motivation', label: 'Why us?', type: 'long_text', required: true, options: [] },
        { name: 'start', label: null, type: 'select', required: false, options: ['now', 'later'] },
        { name: 'notes', label: null, type: 'text', required: false, options: [] },
      ],
    });
  });

  const fields = (...list: unknown[]) => ({ application_form: { fields: list } });

  it.each([
    ['a pipeline that is not there', { pipeline_id: newId('cpl') }, ['pipeline_id not_found']],
    ['an owner who is not there', { owner_id: newId('usr') }, ['owner_id not_found']],
    [
      'two fields of one name, and options of a text',
      fields({ name: 'a' }, { name: ' a', options: ['x'] }),
      ['application_form.fields[1].name duplicate', 'application_form.fields[1].options invalid_value'],
    ],
  ])('refuses %s', async (_, input, problems) => {
    expect(errorsOf(await client.post(PATH, { title: 'Engineer', ...input }))).toEqual([400, ...problems]);
  });

  it('takes 50 fields', async () => {
    const list = Array.from({ length: 50 }, (_, n) => ({ name: `f${n}` }));
    expect((await aJob(fields(...list))).application_form.fields).toHaveLength(50);
  });

  it('refuses the pipeline of another workspace', async () => {
    const { client: elsewhere } = await suite.workspace();
    const [foreign] = (await elsewhere.get('/v1/careers/pipelines')).body.data;
    expect(errorsOf(await client.post(PATH, { title: 'Engineer', pipeline_id: foreign.id }))).toEqual([
      400,
      'pipeline_id not_found',
    ]);
  });

  it('leaves members their own jobs, and those of others to editors', async () => {
    const [{ client: member, userId }, { client: viewer }] = [
      await suite.signedIn('careers:member'),
      await suite.signedIn('careers:viewer'),
    ];
    const { body } = await member.post(PATH, { title: 'Mine' });
    expect((await member.post(`${PATH}/${body.id}/publish`)).body).toMatchObject({
      status: 'published',
      owner_id: userId,
    });
    const other = await aJob();
    expect((await member.post(`${PATH}/${other.id}/publish`)).status).toBe(403);
    expect((await member.get(`${PATH}/${other.id}`)).status).toBe(200);
    expect((await viewer.post(PATH, { title: 'Mine' })).status).toBe(403);
  });
});

describe('The description', () => {
  const stored = async (id: string) =>
    (await suite.database.execute('select description from jobs where id = $1', [id])).rows[0]!.description;

  it.each([
    ['<p onclick="steal()">Hello</p><script>steal()</script>', '<p>Hello</p>'],
    ['<ul><li>R&D</li><li>5 < 6</ul>', '<ul><li>R&amp;D</li><li>5 &lt; 6</li></ul>'],
  ])('%s is shown safely, and kept as it was given', async (description, shown) => {
    const { id, ...job } = await aJob({ description });
    expect(job.description).not.toMatch(/steal\(\)"|<script|onerror|javascript:/i);
    expect(job.description).toBe(shown);
    expect(await stored(id)).toBe(description);
    expect((await patch(id, { title: 'New' })).body.description).toBe(shown);
    expect(await stored(id)).toBe(description);
  });
});

describe('PATCH /v1/careers/jobs/{id}', () => {
  it('changes what it names, and the form as a whole', async () => {
    const job = await aJob({ application_form: { fields: [{ name: 'a' }] }, department: 'Design' });
    const application_form = { fields: [{ name: 'b', required: true }] };
    const changed = await patch(job.id, { application_form });
    expect(changed.body).toMatchObject({ department: 'Design', revision: 2 });
    expect(changed.body.application_form.fields).toMatchObject([{ name: 'b', required: true, type: 'text' }]);
    expect((await patch(job.id, { department: null })).body.department).toBeNull();
    expect(errorsOf(await patch(job.id, { application_form: { fields: [{ name: 'b' }, { name: 'b' }] } }))).toEqual([
      400,
      'application_form.fields[1].name duplicate',
    ]);
    expect(errorsOf(await patch(job.id, { pipeline_id: newId('cpl') }))).toEqual([400, 'pipeline_id not_found']);
  });

  const byStatus = { archived: ['draft', 'closed', 'archived'], draft: ['draft', 'closed', 'archived'] };
  it.each(STATUSES)('of a job that is %s takes archived and draft where they are allowed', async (from) => {
    for (const [to, sources] of Object.entries(byStatus)) {
      const answer = await patch((await aJob({}, from)).id, { status: to });
      expect([to, answer.status, answer.body.status]).toEqual(
        sources.includes(from) ? [to, 200, to] : [to, 409, undefined],
      );
    }
    for (const to of ['published', 'paused', 'closed']) {
      const { status } = await patch((await aJob({}, from)).id, { status: to });
      expect([to, status]).toEqual([to, to === from ? 200 : 409]);
    }
    expect(errorsOf(await patch((await aJob({}, from)).id, { status: 'lost' }))).toEqual([400, 'status invalid_value']);
  });
});

describe('Moves of a job', () => {
  it.each(STATUSES)('publish, pause and close work on one that is %s, unless it is archived', async (from) => {
    for (const [action, to] of Object.entries({ publish: 'published', pause: 'paused', close: 'closed' })) {
      const answer = await act((await aJob({}, from)).id, action);
      expect([action, answer.status, answer.body.status]).toEqual(
        from === 'archived' ? [action, 409, undefined] : [action, 200, to],
      );
    }
    const { status } = await act((await aJob({}, from)).id, 'archive');
    expect(status).toBe(['draft', 'closed', 'archived'].includes(from) ? 200 : 409);
  });

  it('publishing tells, once, where the job is shown', async () => {
    const { id } = await aJob({ title: 'Designer' });
    const published = await act(id, 'publish', { channels: ['careers_site', 'external_network'] });
    expect(published.body).toMatchObject({
      channels: ['careers_site', 'external_network'],
      published_at: expect.any(String),
    });
    const again = await act(id, 'publish', { channels: ['external_network'] });
    expect([again.status, again.body.channels, again.body.published_at]).toEqual([
      200,
      ['external_network'],
      published.body.published_at,
    ]);
    expect((await act(id, 'publish')).body.channels).toEqual(['careers_site']);
    const told = { type: 'careers.job.published', job_id: id, title: 'Designer' };
    expect(await eventsOf(id)).toEqual([{ ...told, channels: ['careers_site', 'external_network'] }]);
    await act(id, 'pause');
    await act(id, 'publish');
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('of several that publish at the same moment one does', async () => {
    const { id } = await aJob();
    const answers = await Promise.all(Array.from({ length: 6 }, () => act(id, 'publish')));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it.each([
    [['radio'], 'channels[0] invalid_value'],
    [[], 'channels required'],
    ['careers_site', 'channels invalid_type'],
  ])('publishing refuses the channels %j', async (channels, problem) => {
    expect(errorsOf(await act((await aJob()).id, 'publish', { channels }))).toEqual([400, problem]);
  });

  it('closing keeps the first reason, and publishing forgets it', async () => {
    const { id } = await aJob({}, 'published');
    const closed = await act(id, 'close', { close_reason: 'Filled' });
    expect(closed.body).toMatchObject({ status: 'closed', close_reason: 'Filled', closed_at: expect.any(String) });
    expect((await act(id, 'close', { close_reason: 'Other' })).body).toEqual(closed.body);
    expect((await act(id, 'publish')).body).toMatchObject({ close_reason: null, closed_at: null });
    expect(errorsOf(await act(id, 'close', { close_reason: 'x'.repeat(501) }))).toEqual([400, 'close_reason too_long']);
    await act(id, 'close', {});
    expect((await patch(id, { status: 'draft' })).body).toMatchObject({ status: 'draft', closed_at: null });
  });

  it('pausing twice changes nothing', async () => {
    const { id } = await aJob({}, 'published');
    const { body } = await act(id, 'pause');
    expect((await act(id, 'pause')).body).toEqual(body);
  });

  it('are in the audit trail', async () => {
    const { id } = await aJob({}, 'closed');
    await act(id, 'archive');
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}`)).body;
    expect(data.map(({ action }: any) => action)).toEqual([
      'careers.job.archived',
      'careers.job.closed',
      'careers.job.created',
    ]);
  });
});

describe('GET /v1/careers/jobs', () => {
  it('filters and sorts', async () => {
    const { client: own } = await suite.workspace();
    const made: Record<string, string> = {};
    for (const [title, department, tags] of [
      ['A', 'Design', ['urgent']],
      ['B', 'Design', []],
      ['C', null, ['urgent']],
    ] as const)
      made[title] = (await own.post(PATH, { title, department, tags })).body.id;
    await own.post(`${PATH}/${made.B}/publish`);
    const titles = async (query: string) => {
      const { data, meta } = (await own.get(`${PATH}?sort=title:asc&${query}`)).body;
      expect(meta.total).toBe(data.length);
      return data.map(({ title }: any) => title).join('');
    };
    expect(await titles('')).toBe('ABC');
    expect(await titles('department=Design')).toBe('AB');
    expect(await titles('status=draft')).toBe('AC');
    expect(await titles('tag=urgent')).toBe('AC');
    expect(await titles('tag=urgent&department=Design&status=draft')).toBe('A');
    expect(await titles(`pipeline_id=${(await own.get(`${PATH}/${made.A}`)).body.pipeline_id}`)).toBe('ABC');
    expect(errorsOf(await own.get(`${PATH}?status=open`))).toEqual([400, 'status invalid_value']);
    expect(Object.keys((await own.get(PATH)).body.data[0])).not.toContain('description');
  });
});

/** Applies for a job that is published, without limits. */
async function apply(job: string): Promise<string> {
  const candidate = { display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com` };
  const { status, body, text } = await client.post(`${PATH}/${job}/applications`, { candidate });
  expect(status, text).toBe(201);
  return body.id;
}

describe('DELETE /v1/careers/jobs/{id}', () => {
  it.each(STATUSES)('refuses one that is %s, unless it is archived', async (status) => {
    const { id } = await aJob({}, status);
    const removed = status === 'archived';
    expect((await client.delete(`${PATH}/${id}`)).status).toBe(removed ? 204 : 409);
    expect((await client.get(`${PATH}/${id}`)).status).toBe(removed ? 404 : 200);
  });

  it('refuses one with applications, whatever became of them', async () => {
    const { id } = await aJob({}, 'published');
    await client.post(`/v1/careers/applications/${await apply(id)}/withdraw`);
    await act(id, 'close');
    await act(id, 'archive');
    const { status, body } = await client.delete(`${PATH}/${id}`);
    expect([status, body.error.message]).toEqual([409, 'The job has applications.']);
  });
});

describe('The pipeline of a job', () => {
  it('changes only while there are no applications', async () => {
    const [used, free] = [await aJob({}, 'published'), await aJob({}, 'published')];
    const { id: pipeline_id } = (await client.post('/v1/careers/pipelines', { name: 'Other' })).body;
    await apply(used.id);
    expect((await patch(used.id, { pipeline_id })).status).toBe(409);
    expect((await patch(used.id, { pipeline_id: used.pipeline_id, title: 'New' })).status).toBe(200);
    expect((await patch(free.id, { pipeline_id })).body.pipeline_id).toBe(pipeline_id);
  });

  it('is that of its applications, also where one comes while it changes', async () => {
    const { id: pipeline_id, stages } = (await client.post('/v1/careers/pipelines', { name: 'Other' })).body;
    for (let round = 0; round < 8; round++) {
      const job = await aJob({}, 'published');
      const [application, changed] = await Promise.all([apply(job.id), patch(job.id, { pipeline_id })]);
      const { stage_id } = (await client.get(`/v1/careers/applications/${application}`)).body;
      expect(stages.some(({ id }: any) => id === stage_id)).toBe(changed.status === 200);
    }
  });
});

describe('GET /v1/careers/jobs/{id}/funnel', () => {
  it('says for each stage who came, is there, and went on, and how long it took', async () => {
    const stages = ['Applied', 'Interview', 'Offer'].map((name) => ({ name }));
    const pipeline = (await client.post('/v1/careers/pipelines', { name: 'Short', stages })).body;
    const [applied, interview, offer] = pipeline.stages.map(({ id }: any) => id);
    const { id } = await aJob({ pipeline_id: pipeline.id }, 'published');
    const funnel = async () => (await client.get(`${PATH}/${id}/funnel`)).body;
    const row = (stage_id: string, stage_name: string, order: number | null, ...rest: (number | null)[]) => {
      const [entered, current, passed_on, median_days] = rest;
      return { stage_id, stage_name, order, entered, current, passed_on, median_days };
    };
    expect(await funnel()).toEqual({
      job_id: id,
      stages: [
        row(applied, 'Applied', 1, 0, 0, 0, null),
        row(interview, 'Interview', 2, 0, 0, 0, null),
        row(offer, 'Offer', 3, 0, 0, 0, null),
      ],
    });
    const applications = [];
    for (let n = 0; n < 4; n++) applications.push(`/v1/careers/applications/${await apply(id)}`);
    const [a, b, c] = applications as [string, string, string];
    for (const at of [a, b]) await client.patch(at, { stage_id: interview });
    await client.patch(a, { stage_id: applied });
    await client.patch(a, { stage_id: interview });
    await client.patch(a, { stage_id: offer });
    await client.post(`${c}/disqualify`, { reason: 'spam' });
    await suite.database.execute(
      `update careers_stage_history set entered_at = left_at - interval '36 hours' where parent_id = $1 and stage_id = $2 and left_at is not null`,
      [id, applied],
    );
    const before = (await funnel()).stages;
    expect(before).toEqual([
      row(applied, 'Applied', 1, 4, 1, 2, 1.5),
      row(interview, 'Interview', 2, 2, 1, 1, expect.any(Number)),
      row(offer, 'Offer', 3, 1, 1, 0, null),
    ]);
    await client.patch(`/v1/careers/stages/${interview}`, { name: 'Talk', order: 3 });
    await client.delete(`/v1/careers/stages/${interview}?migrate_applications_to=${offer}`);
    expect((await funnel()).stages).toEqual([
      row(applied, 'Applied', 1, 4, 1, 2, 1.5),
      row(offer, 'Offer', 2, 2, 2, 0, null),
      row(interview, 'Interview', null, 2, 0, 2, expect.any(Number)),
    ]);
  });
});

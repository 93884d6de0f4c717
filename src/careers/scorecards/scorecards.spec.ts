import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsOf } from '../../../test/expect-error.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

let suite: TestApp;
let client: Client;
let stages: { id: string }[];
beforeAll(async () => {
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
  ({ stages } = (await client.get('/v1/careers/pipelines')).body.data[0]);
});
afterAll(() => suite.close());

let people = 0;
async function anApplication(): Promise<string> {
  const job = (await client.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
  await client.post(`/v1/careers/jobs/${job}/publish`);
  const candidate = { display_name: 'Ada Lovelace', email: `ada${++people}@example.com` };
  const { body } = await client.post(`/v1/careers/jobs/${job}/applications`, { candidate });
  return `/v1/careers/applications/${body.id}`;
}
const score = (at: string, body: object, by = client) => by.post(`${at}/scorecards`, body);
const scoreOf = async (at: string) => {
  const { body } = await client.get(at);
  return [body.score, body.scorecard];
};
const scale_max = 4;

describe('POST /v1/careers/applications/{id}/scorecards', () => {
  it('keeps what an interviewer says of the stage that the application is in', async () => {
    const at = await anApplication();
    const attributes = [{ name: 'Design', type: 'skill', rating: 4, note: 'Saw <b>it</b>.' }];
    const { status, body } = await score(at, { overall: 3, recommendation: 'yes', attributes, notes: 'Good.' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sco_/),
        application_id: at.split('/').at(-1),
        stage_id: stages[0]!.id,
        interviewer_id: suite.ownerId,
        overall: 3,
        recommendation: 'yes',
        attributes,
        notes: 'Good.',
        submitted_at: expect.any(String),
        updated_at: expect.any(String),
        revision: 1,
      },
    ]);
    expect((await client.get(`${at}/scorecards/${body.id}`)).body).toEqual(body);
    expect((await client.get(`${at}/scorecards`)).body).toMatchObject({ data: [body], meta: { total: 1 } });
    expect(await scoreOf(at)).toEqual([3, { average: 3, count: 1, scale_max }]);
  });

  it('is one for each interviewer and stage', async () => {
    const at = await anApplication();
    const body = { overall: 2, recommendation: 'no' };
    expect((await score(at, body)).status).toBe(201);
    const second = await score(at, body);
    expect([second.status, second.body.error.message]).toEqual([
      409,
      'You already have a scorecard for this stage of the application.',
    ]);
    await client.patch(at, { stage_id: stages[1]!.id });
    expect((await score(at, body)).body.stage_id).toBe(stages[1]!.id);
    expect((await client.get(`${at}/scorecards?stage_id=${stages[1]!.id}`)).body.meta.total).toBe(1);
  });

  it('makes a score with two decimals, without those that decide nothing', async () => {
    const at = await anApplication();
    const given = [
      { overall: 3, recommendation: 'yes' },
      { overall: 4, recommendation: 'strong_yes' },
      { overall: 1, recommendation: 'no_decision' },
      { recommendation: 'yes' },
      { overall: 4, recommendation: 'yes' },
    ];
    expect(await scoreOf(at)).toEqual([null, { average: null, count: 0, scale_max }]);
    for (const body of given) {
      const { client: by } = await suite.signedIn('careers:member');
      expect((await score(at, body, by)).status).toBe(201);
    }
    expect(await scoreOf(at)).toEqual([3.67, { average: 3.67, count: 3, scale_max }]);
  });

  it('makes an exact score of those that come at the same time', async () => {
    const at = await anApplication();
    const members = await Promise.all(Array.from({ length: 6 }, () => suite.signedIn('careers:member')));
    const answers = await Promise.all(
      members.map(({ client: by }, n) => score(at, { overall: 1 + (n % 4), recommendation: 'yes' }, by)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await scoreOf(at)).toEqual([2.17, { average: 2.17, count: 6, scale_max }]);
  });

  it('is for every member, each their own, and for no viewer', async () => {
    const at = await anApplication();
    const [one, other] = [await suite.signedIn('careers:member'), await suite.signedIn('careers:member')];
    const viewer = await suite.signedIn('careers:viewer');
    const { body } = await score(at, { overall: 4, recommendation: 'yes' }, one.client);
    expect(body.interviewer_id).toBe(one.userId);
    const path = `${at}/scorecards/${body.id}`;
    expect((await other.client.patch(path, { overall: 1 })).status).toBe(403);
    expect((await other.client.delete(path)).status).toBe(403);
    expect((await score(at, { recommendation: 'yes' }, viewer.client)).status).toBe(403);
    expect((await viewer.client.get(path)).status).toBe(200);
    expect((await one.client.patch(path, { overall: 2 })).body).toMatchObject({ overall: 2, recommendation: 'yes' });
    expect(await scoreOf(at)).toEqual([2, { average: 2, count: 1, scale_max }]);
    expect((await one.client.delete(path)).status).toBe(204);
    expect(await scoreOf(at)).toEqual([null, { average: null, count: 0, scale_max }]);
  });

  it('outlives its interviewers, of whom several may be gone', async () => {
    const at = await anApplication();
    for (let n = 0; n < 2; n++) {
      const { client: by, userId } = await suite.signedIn('careers:member');
      await score(at, { overall: 4, recommendation: 'yes' }, by);
      expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    }
    const { data } = (await client.get(`${at}/scorecards`)).body;
    expect(data.map(({ interviewer_id }: any) => interviewer_id)).toEqual(['usr_deleted', 'usr_deleted']);
  });

  it('names what is wrong', async () => {
    const at = await anApplication();
    const body = { overall: 0, recommendation: 'maybe', attributes: [{ rating: 5 }], notes: 1 };
    expect(errorsOf(await score(at, body))).toEqual([
      400,
      'overall out_of_range',
      'recommendation invalid_value',
      'attributes[0].name required',
      'attributes[0].rating out_of_range',
      'notes invalid_type',
    ]);
    expect((await score(`/v1/careers/applications/app_${'0'.repeat(26)}`, {})).status).toBe(404);
  });

  it('sorts the list of the job', async () => {
    const at = await anApplication();
    const { job_id } = (await client.get(at)).body;
    await score(at, { overall: 4, recommendation: 'yes' });
    const { data } = (await client.get(`/v1/careers/jobs/${job_id}/applications?sort=score:desc`)).body;
    expect(data).toMatchObject([{ score: 4 }]);
  });
});

describe('Notes of an application', () => {
  it('are written by members, each their own', async () => {
    const at = await anApplication();
    const [one, other] = [await suite.signedIn('careers:member'), await suite.signedIn('careers:member')];
    const { status, body } = await one.client.post(`${at}/notes`, { text: ' Can begin <i>in May</i>.\n' });
    expect([status, body]).toMatchObject([201, { author_id: one.userId, text: ' Can begin <i>in May</i>.\n' }]);
    const path = `${at}/notes/${body.id}`;
    expect((await other.client.patch(path, { text: 'No.' })).status).toBe(403);
    expect((await one.client.patch(path, { text: 'In June.' })).body.text).toBe('In June.');
    expect((await client.get(`${at}/notes`)).body).toMatchObject({ data: [{ text: 'In June.' }], meta: { total: 1 } });
    expect((await client.get(`${await anApplication()}/notes/${body.id}`)).status).toBe(404);
    expect((await one.client.delete(path)).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${body.id}`)).body;
    expect(JSON.stringify(data)).not.toMatch(/June|May/);
  });
});

describe('GET /v1/careers/candidates', () => {
  it('shows all applications of one address, in any case, of one workspace', async () => {
    const candidate = (email: string) => ({ candidate: { display_name: 'Grace', email } });
    const apply = async (by: Client, email: string) => {
      const job = (await by.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
      await by.post(`/v1/careers/jobs/${job}/publish`);
      return (await by.post(`/v1/careers/jobs/${job}/applications`, candidate(email))).body.id;
    };
    const ids = [await apply(client, 'Grace@Example.com'), await apply(client, 'grace@example.com')];
    await client.post(`/v1/careers/applications/${ids[0]}/withdraw`);
    await apply(client, 'grace2@example.com');
    await apply((await suite.workspace()).client, 'grace@example.com');
    const found = async (query: string) => (await client.get(`/v1/careers/candidates?${query}`)).body;
    const { data, meta } = await found('email=GRACE%40example.com');
    expect([data.map(({ id }: any) => id), meta.total]).toEqual([ids.toReversed(), 2]);
    expect((await found('email=grace@example.com&status=withdrawn')).data).toMatchObject([{ id: ids[0] }]);
    expect((await found('email=nobody@example.com')).meta.total).toBe(0);
    expect(errorsOf(await client.get('/v1/careers/candidates'))).toEqual([400, 'email required']);
    expect(errorsOf(await client.get('/v1/careers/candidates?email=grace'))).toEqual([400, 'email invalid_format']);
  });
});

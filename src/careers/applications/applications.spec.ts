import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorsOf } from '../../../test/expect-error.js';
import { type Answer, type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { mailTo } from '../../../test/support/people.js';
import { declaredEventsAbout } from '../../../test/support/told.js';
import { newId } from '../../platform/index.js';
import { Works } from '../../platform/leased-work/works.js';

let suite: TestApp;
let client: Client;
let stages: { id: string; name: string }[];
beforeAll(async () => {
  // No mail goes out by itself, so that it can be seen waiting.
  suite = await startTestApp({ ROLE: 'api' });
  client = suite.client;
  ({ stages } = (await client.get('/v1/careers/pipelines')).body.data[0]);
});
afterAll(() => suite.close());

async function aJob(by = client, facts: object = {}): Promise<string> {
  const { body } = await by.post('/v1/careers/jobs', { title: 'Engineer', ...facts });
  await client.post(`/v1/careers/jobs/${body.id}/publish`);
  return body.id;
}

let people = 0;
async function anApplication(job?: string, email = `ada${++people}@example.com`): Promise<string> {
  const candidate = { display_name: 'Ada Lovelace', email };
  const { body } = await client.post(`/v1/careers/jobs/${job ?? (await aJob())}/applications`, { candidate });
  return body.id;
}

const at = (id: string) => `/v1/careers/applications/${id}`;
const view = async (id: string) => (await client.get(at(id))).body;
const act = (id: string, action: string, body: object = {}) => client.post(`${at(id)}/${action}`, body);
const move = (id: string, index: number, more: object = {}) =>
  client.patch(at(id), { stage_id: stages[index]!.id, ...more });
const statusAndMessage = ({ status, body }: Answer) => [status, body.error.message];
const trailOf = async (id: string) =>
  (await client.get(`/v1/guard/audit-logs?resource_id=${id}&limit=100`)).body.data as {
    action: string;
    changes: any;
  }[];
async function eventsOf(id: string): Promise<object[]> {
  const events = await declaredEventsAbout(suite.database, 'application_id', id);
  return events.map(({ type, payload }) => ({ type, ...payload }));
}
const stagesOf = async (id: string) =>
  (await view(id)).stage_history.map(({ stage_name, left_at }: any) => `${stage_name}${left_at ? '' : ' now'}`);

describe('GET /v1/careers/jobs/{job_id}/applications', () => {
  let job: string;
  let ids: string[];
  beforeAll(async () => {
    job = await aJob();
    ids = [];
    for (let n = 0; n < 5; n++) ids.push(await anApplication(job));
    await anApplication();
    await move(ids[1]!, 2);
    await act(ids[2]!, 'disqualify', { reason: 'spam' });
    await act(ids[3]!, 'withdraw');
    await client.patch(at(ids[4]!), { tags: ['python'] });
  });
  const list = async (query = '') => (await client.get(`/v1/careers/jobs/${job}/applications?${query}`)).body;
  const found = async (query: string) => (await list(query)).data.map(({ id }: any) => ids.indexOf(id));

  it('shows those of the job, the newest first', async () => {
    const { data, meta } = await list();
    expect([data.map(({ id }: any) => id), meta.total]).toEqual([ids.toReversed(), 5]);
    expect(data[0]).toMatchObject({
      job_id: job,
      status: 'active',
      candidate: { display_name: 'Ada Lovelace', phone: null },
      answers: [],
      score: null,
    });
  });

  it('is also there for all jobs at once, by job, owner, status, tag and words', async () => {
    const pool = async (query: string) => (await client.get(`/v1/careers/applications?${query}`)).body;
    const all = (await pool('limit=100')).data;
    expect(all.map(({ id }: any) => id)).toEqual(expect.arrayContaining(ids));
    expect(new Set(all.map(({ job_id }: any) => job_id)).size).toBeGreaterThan(1);
    expect((await pool(`job_id=${job}`)).data).toEqual((await list()).data);
    const of = async (query: string) =>
      (await pool(`job_id=${job}&${query}`)).data.map(({ id }: any) => ids.indexOf(id));
    expect(await of('status=disqualified')).toEqual([2]);
    expect(await of('tag=python')).toEqual([4]);
    expect(await of(`owner_id=${suite.ownerId}&sort=submitted_at:asc`)).toEqual([0, 1, 2, 3, 4]);
    const { email } = (await view(ids[3]!)).candidate;
    expect(await of(`q=${email}`)).toEqual([3]);
  });

  it.each([
    ['status=active', [4, 1, 0]],
    ['status=disqualified', [2]],
    ['status=withdrawn', [3]],
    ['tag=python', [4]],
    ['sort=submitted_at:asc', [0, 1, 2, 3, 4]],
    ['sort=updated_at:desc', [4, 3, 2, 1, 0]],
  ])('takes %s', async (query, expected) => {
    const { meta } = await list(query);
    expect([await found(query), meta.total]).toEqual([expected, expected.length]);
  });

  it('takes stage_id, and pages', async () => {
    expect(await found(`stage_id=${stages[2]!.id}`)).toEqual([1]);
    const first = await list('limit=2&status=active');
    const second = await list(`limit=2&status=active&cursor=${first.meta.next_cursor}`);
    expect([...first.data, ...second.data].map(({ id }: any) => ids.indexOf(id))).toEqual([4, 1, 0]);
    expect([first.meta.total, second.meta.total, second.meta.has_more]).toEqual([3, 3, false]);
  });

  it.each(['status=hired', 'sort=email', 'stage_id=stg_1', 'limit=0'])('refuses %s', async (query) => {
    expect((await client.get(`/v1/careers/jobs/${job}/applications?${query}`)).status).toBe(400);
  });

  it('is empty where nobody has applied, and a 404 where there is no such job', async () => {
    const statusOf = async (id: string) => {
      const { status, body } = await client.get(`/v1/careers/jobs/${id}/applications`);
      return [status, body.meta?.total ?? body.error.message];
    };
    expect(await statusOf(await aJob())).toEqual([200, 0]);
    const unknown = newId('job');
    expect(await statusOf(unknown)).toEqual([404, `There is no job ${unknown}.`]);
    for (const id of ['job_1', `${job}%00`, ids[0]!])
      expect([id, ...(await statusOf(id))]).toEqual([id, 404, 'There is no job with this id.']);
  });

  it('sorts by score with those that have none last in both directions', async () => {
    const scores = [2, null, 3.5, 1.25, null];
    for (const [index, score] of scores.entries())
      await suite.database.execute('update applications set score = $2 where id = $1', [ids[index], score]);
    for (const [sort, expected] of [
      ['score:asc', [3, 0, 2, 1, 4]],
      ['score:desc', [2, 0, 3, 4, 1]],
    ] as const) {
      const walked: number[] = [];
      for (let cursor = ''; ;) {
        const { data, meta } = await list(`sort=${sort}&limit=2${cursor && `&cursor=${cursor}`}`);
        walked.push(...data.map(({ id }: any) => ids.indexOf(id)));
        if (!meta.next_cursor) break;
        cursor = meta.next_cursor;
      }
      expect([sort, walked]).toEqual([sort, expected]);
    }
  });
});

describe('PATCH /v1/careers/applications/{id}', () => {
  it('moves to another stage, notes and announces it', async () => {
    const id = await anApplication();
    const { status, body } = await move(id, 2, { stage_note: 'Strong <b>call</b>' });
    expect([status, body]).toEqual([200, await view(id)]);
    expect(body.stage_id).toBe(stages[2]!.id);
    const [first, second] = body.stage_history;
    expect(first).toMatchObject({ stage_name: 'Applied', left_at: second.entered_at, note: null });
    expect(second).toMatchObject({
      stage_id: stages[2]!.id,
      stage_name: 'Interview',
      left_at: null,
      moved_by: { type: 'api_key', id: expect.stringMatching(/^key_/) },
      note: 'Strong <b>call</b>',
    });
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ type: 'careers.application.submitted' }),
      {
        type: 'careers.application.stage_changed',
        application_id: id,
        job_id: body.job_id,
        from_stage_id: stages[0]!.id,
        to_stage_id: stages[2]!.id,
      },
    ]);
    expect((await trailOf(id))[0]).toMatchObject({
      action: 'careers.application.stage_changed',
      changes: { stage_id: { from: stages[0]!.id, to: stages[2]!.id } },
    });
  });

  it('to the same stage changes nothing', async () => {
    const id = await anApplication();
    const before = await view(id);
    expect((await move(id, 0)).body).toEqual(before);
    expect([await eventsOf(id), await trailOf(id)]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  it('is refused where the application is in another stage by now', async () => {
    const id = await anApplication();
    expect((await move(id, 1, { from_stage_id: stages[0]!.id })).status).toBe(200);
    const late = await move(id, 2, { from_stage_id: stages[0]!.id });
    expect(statusAndMessage(late)).toEqual([409, 'The application is not in the stage from_stage_id. Get it again.']);
    expect(await stagesOf(id)).toEqual(['Applied', 'Screen now']);
  });

  it('lets one of several guarded moves win, and keeps a true history of all others', async () => {
    const guarded = await anApplication();
    const from_stage_id = stages[0]!.id;
    const answers = await Promise.all([1, 2, 3, 4].map((index) => move(guarded, index, { from_stage_id })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await view(guarded)).stage_history).toHaveLength(2);

    const free = await anApplication();
    const moves = await Promise.all([1, 2, 3, 4].map((index) => move(free, index)));
    expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { stage_id, stage_history: history } = await view(free);
    expect(history).toHaveLength(5);
    expect(history.map(({ left_at }: any) => left_at)).toEqual([
      ...history.slice(1).map(({ entered_at }: any) => entered_at),
      null,
    ]);
    expect(history.at(-1).stage_id).toBe(stage_id);
    const events = (await eventsOf(free)).slice(1) as { from_stage_id: string; to_stage_id: string }[];
    expect(events.map(({ to_stage_id }) => to_stage_id)).toEqual(history.slice(1).map(({ stage_id: to }: any) => to));
    expect(events.map((event) => event.from_stage_id)).toEqual(
      history.slice(0, -1).map((visit: any) => visit.stage_id),
    );
  });

  it('refuses a stage of another pipeline, none, and a note without a move', async () => {
    const id = await anApplication();
    const other = (await client.post('/v1/careers/pipelines', { name: 'Other' })).body.stages[1].id;
    expect(errorsOf(await client.patch(at(id), { stage_id: other }))).toEqual([400, 'stage_id not_found']);
    expect(errorsOf(await client.patch(at(id), { stage_id: `stg_${'0'.repeat(26)}` }))).toEqual([
      400,
      'stage_id not_found',
    ]);
    expect(errorsOf(await client.patch(at(id), { stage_note: 'Why?' }))).toEqual([400, 'stage_id required']);
    expect(errorsOf(await move(id, 0, { stage_note: 'Why?' }))).toEqual([400, 'stage_id invalid_value']);
    expect(errorsOf(await move(id, 1, { stage_note: 'n'.repeat(501) }))).toEqual([400, 'stage_note too_long']);
    expect(await stagesOf(id)).toEqual(['Applied now']);
  });

  it('moves no application that has ended', async () => {
    const [disqualified, withdrawn] = [await anApplication(), await anApplication()];
    await act(disqualified, 'disqualify', { reason: 'spam' });
    await act(withdrawn, 'withdraw');
    for (const id of [disqualified, withdrawn])
      expect(statusAndMessage(await move(id, 1))).toEqual([409, 'The application is not active.']);
  });

  it('heeds If-Match', async () => {
    const id = await anApplication();
    const etag = (await client.get(at(id))).headers.get('etag')!;
    await move(id, 1);
    const late = await client.patch(at(id), { stage_id: stages[2]!.id }, { headers: { 'If-Match': etag } });
    expect(late.status).toBe(412);
  });

  it('changes tags', async () => {
    const id = await anApplication();
    expect((await client.patch(at(id), { tags: ['python', 'remote'] })).body.tags).toEqual(['python', 'remote']);
    expect((await move(id, 1, { tags: [] })).body).toMatchObject({ tags: [], stage_id: stages[1]!.id });
  });
});

describe('POST /v1/careers/applications/{id}/disqualify', () => {
  it('ends an application, without a word to the candidate', async () => {
    const id = await anApplication(undefined, 'silent@example.com');
    const { status, body } = await act(id, 'disqualify', { reason: 'position_filled' });
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'disqualified',
        disqualification: { reason: 'position_filled', notified: false, notify_at: null, by: suite.ownerId },
      },
    ]);
    expect(body.stage_history[0].left_at >= body.disqualification.at).toBe(true);
    expect(await mailTo(suite, 'silent@example.com')).toHaveLength(1);
    const again = await act(id, 'disqualify', { reason: 'spam' });
    expect(statusAndMessage(again)).toEqual([409, 'The application is not active.']);
  });

  it('tells the candidate by mail, but not why', async () => {
    const job = await aJob(client, { title: 'Engineer of <i>bridges</i>' });
    const id = await anApplication(job, 'told@example.com');
    const reason = 'Cannot count';
    expect((await act(id, 'disqualify', { reason, notify_candidate: true })).body).toMatchObject({
      disqualification: { reason, notified: true },
    });
    const [, mail] = await mailTo(suite, 'told@example.com');
    expect(mail!.text).toContain('Engineer of <i>bridges</i>');
    expect(mail!.html).toContain('Engineer of &lt;i&gt;bridges&lt;/i&gt;');
    expect(mail!.text).not.toContain(reason);
    expect(JSON.stringify(await trailOf(id))).not.toContain(reason);
  });

  it('tells them later where that is wanted, and not at all once it is reopened before', async () => {
    const later = { reason: 'spam', notify_candidate: true, notify_delay_minutes: 60 };
    const [reopened, over] = [
      await anApplication(undefined, 'reopened@example.com'),
      await anApplication(undefined, 'over@example.com'),
    ];
    await suite.app.get(Works).run('mail');
    for (const id of [reopened, over])
      expect((await act(id, 'disqualify', later)).body.disqualification.notified).toBe(false);
    await suite.app.get(Works).run('mail');
    expect((await mailTo(suite, 'over@example.com')).length).toBe(1);
    expect((await act(reopened, 'reopen')).body).toMatchObject({ status: 'active', disqualification: null });
    expect(await mailTo(suite, 'reopened@example.com')).toEqual([]);

    suite.clock.advance(3_601);
    await suite.app.get(Works).run('mail');
    expect(await mailTo(suite, 'over@example.com')).toEqual([]);
    expect((await view(over)).disqualification.notified).toBe(true);
    suite.clock.advance(-3_601);
  });

  it('has a catalogue of reasons, and takes other words', async () => {
    const { data, meta } = (await client.get('/v1/careers/disqualification-reasons')).body;
    expect([meta.total, meta.has_more]).toEqual([10, false]);
    expect(data).toContainEqual({
      code: 'lacks_qualifications',
      label: 'Lacks qualifications',
      type: 'rejected_by_us',
    });
    expect(data.map(({ code }: any) => code)).toEqual(
      expect.arrayContaining(['position_filled', 'compensation', 'stage_removed', 'other']),
    );
  });

  it('takes another reason later, of those that are disqualified', async () => {
    const id = await anApplication();
    expect(statusAndMessage(await client.patch(at(id), { reason: 'spam' }))[0]).toBe(409);
    await act(id, 'disqualify', { reason: 'spam' });
    expect((await client.patch(at(id), { reason: 'Moved abroad' })).body.disqualification.reason).toBe('Moved abroad');
    expect((await trailOf(id))[0]!.changes.reason.to).toEqual({ sha256: expect.any(String), length: 12 });
  });

  it('refuses what is no reason', async () => {
    const id = await anApplication();
    expect(errorsOf(await act(id, 'disqualify', {}))).toEqual([400, 'reason required']);
    expect(errorsOf(await act(id, 'disqualify', { reason: ' ', notify_candidate: 'yes' }))).toEqual([
      400,
      'reason required',
      'notify_candidate invalid_type',
    ]);
    expect(errorsOf(await act(id, 'disqualify', { reason: 'r'.repeat(501) }))).toEqual([400, 'reason too_long']);
  });

  it('happens once where several do it at the same time', async () => {
    const id = await anApplication(undefined, 'once@example.com');
    const body = { reason: 'spam', notify_candidate: true };
    const answers = await Promise.all([1, 2, 3].map(() => act(id, 'disqualify', body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await mailTo(suite, 'once@example.com')).toHaveLength(2);
  });
});

describe('Applications that end and begin again', () => {
  it('are withdrawn and reopened', async () => {
    const id = await anApplication();
    await move(id, 3);
    expect((await act(id, 'withdraw')).body).toMatchObject({ status: 'withdrawn', disqualification: null });
    expect((await act(id, 'withdraw')).status).toBe(409);
    expect((await act(id, 'disqualify', { reason: 'spam' })).status).toBe(409);
    const { status, body } = await act(id, 'reopen');
    expect([status, body.status, body.stage_id]).toEqual([200, 'active', stages[3]!.id]);
    expect(await stagesOf(id)).toEqual(['Applied', 'Offer', 'Offer now']);
    expect((await act(id, 'reopen')).body).toEqual(body);
    const actions = (await trailOf(id)).map(({ action }) => action.split('.')[2]);
    expect(actions).toEqual(['reopened', 'disqualified', 'withdrawn', 'withdrawn', 'stage_changed', 'submitted']);
  });

  it('are not reopened while the candidate has another active one', async () => {
    const job = await aJob();
    const first = await anApplication(job, 'comeback@example.com');
    await act(first, 'withdraw');
    const second = await anApplication(job, 'Comeback@Example.com');
    expect(statusAndMessage(await act(first, 'reopen'))).toEqual([
      409,
      'The candidate already has an active application for this job.',
    ]);
    await act(second, 'withdraw');
    const answers = await Promise.all([first, second].map((id) => act(id, 'reopen')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('POST /v1/careers/applications/{id}/attachments', () => {
  const aFile = async (name = 'cv.pdf'): Promise<string> => {
    const form = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\ncv\r\n--x--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    return (await client.post('/v1/office/files', form, { headers })).body.id;
  };

  it('attaches a file of office, under its name', async () => {
    const [id, file_id] = [await anApplication(), await aFile()];
    const { status, body } = await act(id, 'attachments', { file_id, label: 'resume' });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^att_/),
        file_id,
        label: 'resume',
        name: 'cv.pdf',
        mime_type: null,
        size_bytes: null,
        scan_status: null,
        attached_by: suite.ownerId,
        created_at: expect.any(String),
      },
    ]);
    expect((await view(id)).attachments).toEqual([body]);
    await client.patch(`/v1/office/files/${file_id}`, { name: 'resume.pdf' });
    expect((await view(id)).attachments[0].name).toBe('resume.pdf');
    await client.delete(`/v1/office/files/${file_id}`);
    expect((await view(id)).attachments[0].name).toBe('cv.pdf');
    expect((await client.get(`${at(id)}/attachments/${body.id}/download`)).status).toBe(409);
    expect((await client.delete(`${at(await anApplication())}/attachments/${body.id}`)).status).toBe(404);
    expect((await client.delete(`${at(id)}/attachments/${body.id}`)).status).toBe(204);
    expect((await view(id)).attachments).toEqual([]);
  });

  it('refuses an unknown file, one of another workspace, and a label that is none', async () => {
    const id = await anApplication();
    const unknown = { file_id: `fil_${'0'.repeat(26)}`, label: 'resume' };
    expect(errorsOf(await act(id, 'attachments', unknown))).toEqual([400, 'file_id not_found']);
    const other = (await suite.workspace()).client;
    const foreign = await other.post('/v1/careers/jobs', { title: 'Engineer' });
    expect(foreign.status).toBe(201);
    expect(errorsOf(await act(id, 'attachments', {}))).toEqual([400, 'label required', 'file_id required']);
    expect(errorsOf(await act(id, 'attachments', { ...unknown, label: 'l'.repeat(51) }))).toEqual([
      400,
      'label too_long',
    ]);
  });

  it('takes 20, however many come at the same time', async () => {
    const [id, file_id] = [await anApplication(), await aFile()];
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => act(id, 'attachments', { file_id, label: 'resume' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), ...Array(4).fill(409)]);
    expect((await view(id)).attachments).toHaveLength(20);
  });
});

describe('Applications belong to whom their job belongs to', () => {
  it('and are changed by them, by editors, and by no other member', async () => {
    const owner = await suite.signedIn('careers:member');
    const other = await suite.signedIn('careers:member');
    const job = await aJob(owner.client);
    const id = await anApplication(job);
    const tag = (by: Client) => by.patch(at(id), { tags: [String(++people)] });
    expect([(await tag(owner.client)).status, (await tag(other.client)).status]).toEqual([200, 403]);
    expect((await other.client.get(at(id))).status).toBe(200);
    expect((await client.patch(`/v1/careers/jobs/${job}`, { owner_id: other.userId })).status).toBe(200);
    expect([(await tag(owner.client)).status, (await tag(other.client)).status]).toEqual([403, 200]);
    expect((await tag((await suite.signedIn('careers:editor')).client)).status).toBe(200);
    expect((await view(id)).owner_id).toBe(other.userId);
  });

  it('and name those who moved them until they are deleted', async () => {
    const { client: by, userId } = await suite.signedIn('careers:editor');
    const id = await anApplication();
    await by.patch(at(id), { stage_id: stages[1]!.id });
    await by.post(`${at(id)}/disqualify`, { reason: 'spam' });
    expect(await view(id)).toMatchObject({
      stage_history: [{}, { moved_by: { type: 'user', id: userId } }],
      disqualification: { by: userId },
    });
    expect((await client.delete(`/v1/access/users/${userId}`)).status).toBe(204);
    expect(await view(id)).toMatchObject({
      stage_history: [{}, { moved_by: { type: 'user', id: 'usr_deleted' } }],
      disqualification: { by: 'usr_deleted' },
    });
  });
});

import { Redis } from 'ioredis';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventually } from '../../../test/support/eventually.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { TestReceiver } from '../../../test/support/receiver.js';
import { startRedis } from '../../../test/support/redis.js';
import { Maintenance } from '../../platform/maintenance/maintenance.js';

const lines: string[] = [];
const write = (...parts: unknown[]) => void lines.push(parts.map((part) => JSON.stringify(part)).join(' '));
const warn = (...parts: unknown[]) => write('a warning', ...parts);
const logger = { log: write, error: write, warn, debug: write, verbose: write, fatal: write };

let suite: TestApp;
let client: Client;
let stages: { id: string }[];
let receiver: TestReceiver;
/** All that Redis is told, where it is installed; without it queues and limits are in this process. */
const redis = await startRedis();
const told: string[] = [];
let monitor: Redis | undefined;
const received = () => receiver.requests.map(({ text }) => text).join('\n');
beforeAll(async () => {
  if (redis) {
    // `monitor` opens a connection of its own; the first one is never used.
    monitor = await new Redis(redis.url, { lazyConnect: true }).monitor();
    monitor.on('monitor', (_: string, parts: string[]) => told.push(parts.join(' ')));
  }
  suite = await startTestApp({ LOG_LEVEL: 'trace', ...(redis && { REDIS_URL: redis.url }) }, { logger });
  client = suite.client;
  ({ stages } = (await client.get('/v1/careers/pipelines')).body.data[0]);
  receiver = await TestReceiver.start();
  const { url } = receiver;
  expect((await client.post('/v1/webhooks', { url, events: ['careers.*'] })).status).toBe(201);
});
afterAll(async () => {
  await suite.close();
  await receiver.close();
  monitor?.disconnect();
  await redis?.stop();
});

const at = (id: string) => `/v1/careers/applications/${id}`;
const view = async (id: string) => (await client.get(at(id))).body;

async function aJob(): Promise<string> {
  const fields = [
    { name: 'motivation', type: 'long_text' },
    { name: 'cv', type: 'file' },
  ];
  const { id } = (await client.post('/v1/careers/jobs', { title: 'Engineer', application_form: { fields } })).body;
  await client.post(`/v1/careers/jobs/${id}/publish`);
  return id;
}

let people = 0;
async function anApplication(job?: string, email = `ada${++people}@example.com`): Promise<string> {
  const candidate = { display_name: 'Ada Lovelace', email };
  return (await client.post(`/v1/careers/jobs/${job ?? (await aJob())}/applications`, { candidate })).body.id;
}

/** Every table with a row that has a text in it, in whichever schema: those of the queues are others. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await suite.database.execute(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await suite.database.execute(
      `select 1 from ${name} entry where strpos(lower(entry::text), lower($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length) found.push(String(name).replace(/^public\./, ''));
  }
  return found.toSorted();
}

async function filesWith(text: string): Promise<string[]> {
  const root = suite.settings.DATA_DIR;
  const names = existsSync(root) ? await readdir(root, { recursive: true, withFileTypes: true }) : [];
  const found: string[] = [];
  for (const file of names.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const content = await readFile(path, 'utf8').catch(() => '');
    if (content.toLowerCase().includes(text.toLowerCase())) found.push(path.slice(root.length + 1).split('/')[0]!);
  }
  return found.toSorted();
}

describe('What a candidate sends, and what is written about them', () => {
  const name = 'Zuzanna Przybylska';
  const email = 'zuzanna.przybylska@example.com';
  const phone = '+48 601 777 888';
  const answer = 'I have built Przebudowa bridges';
  const content = 'Curriculum of Kazimiera';
  const noted = ['Przypis one', 'Przypis two', 'Przypis three', 'Przypis four'] as const;
  const reason = 'Zuzanna will not move';
  // Parts of words are long enough not to come about in sealed answers, which are random letters.
  const planted = [name, email, phone, answer, content, 'zuzanna-cv', ...noted, reason, 'Zuzanna', 'Przybyl'];
  const key = (value: string) => ({ headers: { 'Idempotency-Key': value } });
  let id: string;

  beforeAll(async () => {
    const job = await aJob();
    const candidate = { display_name: name, email, phone };
    const application = { candidate, answers: [{ field: 'motivation', value: answer }] };
    const part = (field: string, rest: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${field}"${rest}\r\n\r\n${text}\r\n`;
    const form = `${part('application', '', JSON.stringify(application))}${part('cv', '; filename="zuzanna-cv.txt"', content)}--x--\r\n`;
    const headers = {
      'Content-Type': 'multipart/form-data; boundary=x',
      'User-Agent': name,
      'Accept-Language': 'de',
      'Idempotency-Key': `of ${name}`,
    };
    const path = `/v1/careers/jobs/${job}/applications`;
    const sent = await client.post(path, form, { key: null, headers });
    expect(sent.status).toBe(201);
    expect(sent.text).not.toMatch(/zuzanna|przybyl/i);
    id = sent.body.id;
    // Failed requests, by anybody.
    expect((await client.post(path, { candidate }, { key: null })).status).toBe(409);
    expect((await client.post(path, { candidate: { ...candidate, email: name } })).status).toBe(400);
    expect((await client.post(path, { candidate, website: email })).status).toBe(201);
    expect((await client.patch(at(id), { stage_id: name, stage_note: name })).status).toBe(400);
    const viewer = await suite.signedIn('careers:viewer');
    expect((await viewer.client.post(`${at(id)}/notes`, { text: name })).status).toBe(403);
    expect((await viewer.client.get(`/v1/careers/candidates?email=${email}`)).status).toBe(200);
    // Texts about them.
    expect((await client.patch(at(id), { stage_id: stages[1]!.id, stage_note: noted[0] })).status).toBe(200);
    expect((await client.post(`${at(id)}/notes`, { text: noted[1] }, key('note'))).status).toBe(201);
    const card = {
      overall: 4,
      recommendation: 'yes',
      notes: noted[2],
      attributes: [{ name: 'Design', note: noted[3] }],
    };
    expect((await client.post(`${at(id)}/scorecards`, card, key('card'))).status).toBe(201);
    const end = { reason, notify_candidate: true };
    expect((await client.post(`${at(id)}/disqualify`, end, key('end'))).status).toBe(200);
    expect((await client.post(`${at(id)}/disqualify`, end, key('again'))).status).toBe(409);
    // Reopening takes back what has not gone out.
    await eventually(async () => expect((await filesWith(email)).filter((file) => file === 'mail')).toHaveLength(2));
    expect((await client.post(`${at(id)}/reopen`, {}, key('reopen'))).status).toBe(200);
    const later = { ...end, notify_delay_minutes: 60 };
    expect((await client.post(`${at(id)}/disqualify`, later, key('later'))).status).toBe(200);
    await eventually(() => expect(received()).toContain(id));
  });

  it('stands in the records that are about it, and nowhere else', async () => {
    const own = ['application_attachments', 'application_notes', 'applications', 'scorecards', 'careers_stage_history'];
    for (const text of planted) {
      expect(
        (await tablesWith(text)).filter((table) => !own.includes(table)),
        text,
      ).toEqual([]);
      expect(
        (await filesWith(text)).filter((file) => file !== 'mail' && file !== 'blobs'),
        text,
      ).toEqual([]);
    }
    expect(await tablesWith(email)).toEqual(['applications']);
  });

  it('is in no log, in nothing that webhooks are sent, and never came to Redis', async () => {
    expect(received()).toContain('careers.application.submitted');
    if (redis) expect(told.filter((line) => /mail|webhook/i.test(line))).not.toEqual([]);
    for (const text of planted) {
      expect([text, lines.filter((line) => line.includes(text))]).toEqual([text, []]);
      expect(received()).not.toContain(text);
      expect([text, told.filter((line) => line.includes(text))]).toEqual([text, []]);
    }
  });

  it('is gone for good once the application is anonymized; that it was there, and how it went, stays', async () => {
    const spoken = async () =>
      (await suite.database.execute('select language from applications where id = $1', [id])).rows[0]!.language;
    const before = await view(id);
    expect(await spoken()).toBe('de');
    const link = (await client.get(`${at(id)}/attachments/${before.attachments[0].id}/download`)).body.url;
    expect(await tablesWith(id)).toContain('idempotency_keys');
    const { status, body } = await client.post(
      `${at(id)}/anonymize`,
      {},
      { headers: { 'Idempotency-Key': 'anonymize' } },
    );
    expect([status, body]).toMatchObject([
      200,
      {
        id,
        status: 'disqualified',
        candidate: { display_name: null, email: null, phone: null },
        answers: [],
        attachments: [],
        score: 4,
        submitted_at: before.submitted_at,
        anonymized_at: expect.any(String),
        disqualification: { reason: 'other' },
      },
    ]);
    const bare = (visits: any[]) => visits.map((visit) => ({ ...visit, note: null }));
    expect(body.stage_history).toEqual(bare(before.stage_history));
    expect(await spoken()).toBeNull();
    for (const text of planted) {
      expect([text, await tablesWith(text)]).toEqual([text, []]);
      await expect.poll(async () => [text, await filesWith(text)]).toEqual([text, []]);
      expect([...lines, ...told].filter((line) => line.includes(text))).toEqual([]);
    }
    await expect.poll(async () => (await fetch(link.replace(suite.settings.BASE_URL, suite.base))).status).toBe(404);
    expect((await client.get(`/v1/careers/candidates?email=${email}`)).body.meta.total).toBe(0);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=careers.application.anonymized`))
      .body;
    expect(data).toHaveLength(1);
    expect(data[0].changes).toMatchObject({ candidate: { from: null, to: null }, answers: { from: null, to: null } });
    // Of the mail that was to go out later nothing is left either.
    expect((await suite.database.execute('select 1 from mails where about like $1', [`${id}%`])).rows).toEqual([]);
  });

  it('does not come back', async () => {
    for (const [action, body] of [
      ['reopen', {}],
      ['notes', { text: name }],
      ['scorecards', { recommendation: 'yes' }],
    ] as const) {
      const { status, body: answered } = await client.post(`${at(id)}/${action}`, body);
      expect([action, status, answered.error.message]).toEqual([action, 409, 'The application has been anonymized.']);
    }
    expect((await client.patch(at(id), { reason: name })).status).toBe(409);
    const again = await client.post(`${at(id)}/anonymize`);
    expect([again.status, again.body]).toEqual([200, await view(id)]);
    expect(await tablesWith(name)).toEqual([]);
  });
});

describe('POST /v1/careers/applications/{id}/anonymize', () => {
  it('ends an active application, and lets the same candidate apply again', async () => {
    const job = await aJob();
    const id = await anApplication(job, 'again@example.com');
    expect((await client.post(`${at(id)}/anonymize`)).body).toMatchObject({
      status: 'withdrawn',
      stage_history: [{ left_at: expect.any(String) }],
    });
    const second = await anApplication(job, 'again@example.com');
    expect((await view(second)).status).toBe('active');
    expect((await client.get(`/v1/careers/jobs/${job}/applications`)).body.meta.total).toBe(2);
  });

  it('takes files along that a policy hides from whoever asks', async () => {
    const id = await anApplication();
    const form = '--x\r\nContent-Disposition: form-data; name="file"; filename="cv.pdf"\r\n\r\ncv\r\n--x--\r\n';
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const file_id = (await client.post('/v1/office/files', form, { headers })).body.id;
    expect((await client.post(`${at(id)}/attachments`, { file_id, label: 'resume' })).status).toBe(201);
    const { client: admin, userId } = await suite.signedIn('careers:admin');
    const principals = [{ type: 'user', id: userId }];
    await enforcePolicy(client, { principals, resources: [{ type: 'careers.attachment' }], actions: ['careers:read'] });
    expect((await admin.post(`${at(id)}/anonymize`)).status).toBe(200);
    expect((await view(id)).attachments).toEqual([]);
  });

  it('is for admins', async () => {
    const id = await anApplication();
    expect((await (await suite.signedIn('careers:editor')).client.post(`${at(id)}/anonymize`)).status).toBe(403);
    expect((await (await suite.signedIn('careers:admin')).client.post(`${at(id)}/anonymize`)).status).toBe(200);
  });

  it('happens once where several ask for it, and leaves nothing where somebody writes meanwhile', async () => {
    const id = await anApplication();
    const answers = await Promise.all([
      client.post(`${at(id)}/anonymize`),
      client.post(`${at(id)}/anonymize`),
      client.post(`${at(id)}/notes`, { text: 'Meanwhile' }),
      client.post(`${at(id)}/scorecards`, { overall: 2, recommendation: 'no', notes: 'Meanwhile' }),
      client.patch(at(id), { stage_id: stages[1]!.id, stage_note: 'Meanwhile' }),
    ]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200]);
    expect(await tablesWith('Meanwhile')).toEqual([]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${id}&action=careers.application.anonymized`))
      .body;
    expect(data).toHaveLength(1);
  });
});

describe('application_retention_days', () => {
  const PATH = '/v1/careers/settings';
  const run = () => suite.app.get(Maintenance).run('careers.retention');

  it('is null until an admin sets it', async () => {
    expect((await client.get(PATH)).body).toEqual({ application_retention_days: null, job_page: null });
    const editor = (await suite.signedIn('careers:editor')).client;
    expect((await editor.patch(PATH, { application_retention_days: 1 })).status).toBe(403);
    expect((await client.patch(PATH, { application_retention_days: 0 })).status).toBe(400);
  });

  it('is tried again where it fails, which is a warning', async () => {
    const id = await anApplication();
    await client.post(`${at(id)}/withdraw`);
    await client.patch(PATH, { application_retention_days: 30 });
    const execute = (sql: string) => suite.database.execute(sql);
    await execute(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
    await execute(
      `create trigger refuse before update on applications for each row when (old.id = '${id}') execute function refuse()`,
    );
    suite.clock.advance(31 * 86_400);
    lines.length = 0;
    await run();
    expect((await view(id)).anonymized_at).toBeNull();
    const about = lines.filter((line) => line.includes(`${id} could not be anonymized`));
    expect(about).not.toEqual([]);
    for (const line of about) expect(line).toMatch(/^"a warning"/);
    await execute('drop function refuse cascade');
    await run();
    expect((await view(id)).anonymized_at).not.toBeNull();
    suite.clock.advance(-31 * 86_400);
    await client.patch(PATH, { application_retention_days: null });
  });

  it('is applied to those behind a hundred that fail', async () => {
    const id = await anApplication();
    await client.post(`${at(id)}/withdraw`);
    await client.patch(PATH, { application_retention_days: 30 });
    const execute = (sql: string, values: unknown[] = []) => suite.database.execute(sql, values);
    const columns = (
      await execute(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
          where attrelid = 'applications'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            and attname not in ('id', 'ended_at', 'email_digest')`,
      )
    ).rows[0]!.names;
    await execute(
      `insert into applications (id, ended_at, email_digest, ${columns})
       select 'app_stuck' || n, ended_at - interval '1 hour', null, ${columns}
         from applications, generate_series(1, 100) n where id = $1`,
      [id],
    );
    await execute(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`);
    await execute(
      `create trigger refuse before update on applications for each row
         when (old.id like 'app_stuck%') execute function refuse()`,
    );
    suite.clock.advance(31 * 86_400);
    await run();
    expect((await view(id)).anonymized_at).not.toBeNull();
    suite.clock.advance(-31 * 86_400);
    await execute('drop function refuse cascade');
    await execute(`delete from applications where id like 'app_stuck%'`);
    await client.patch(PATH, { application_retention_days: null });
  });

  it('anonymizes what ended so long ago, in workspaces that want it', async () => {
    const job = await aJob();
    const [ended, active] = [await anApplication(job), await anApplication(job)];
    await client.post(`${at(ended)}/disqualify`, { reason: 'spam' });
    const other = (await suite.workspace()).client;
    const theirs = (await other.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
    await other.post(`/v1/careers/jobs/${theirs}/publish`);
    const candidate = { display_name: 'Ada', email: 'ada@example.com' };
    const kept = (await other.post(`/v1/careers/jobs/${theirs}/applications`, { candidate })).body.id;
    await other.post(`${at(kept)}/withdraw`);

    expect((await client.patch(PATH, { application_retention_days: 30 })).body).toEqual({
      application_retention_days: 30,
      job_page: null,
    });
    suite.clock.advance(29 * 86_400);
    await run();
    expect((await view(ended)).anonymized_at).toBeNull();
    suite.clock.advance(86_401);
    await run();
    expect(await view(ended)).toMatchObject({ candidate: { email: null }, disqualification: { reason: 'spam' } });
    expect((await view(active)).candidate.email).not.toBeNull();
    expect((await other.get(at(kept))).body.candidate.email).toBe('ada@example.com');
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${ended}&limit=1`)).body;
    expect(data).toMatchObject([{ action: 'careers.application.anonymized', actor: { type: 'system' } }]);
    suite.clock.advance(-30 * 86_400 - 1);
  });
});

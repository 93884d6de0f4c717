import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { errorsOf } from '../../../test/expect-error.js';
import { type Answer, type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { eventsAbout } from '../../../test/support/told.js';
import { mailTo } from '../../../test/support/people.js';

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  // No mail goes out, so that it can be seen waiting.
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: 'loopback' });
  client = suite.client;
});
afterAll(() => suite.close());

let addresses = 0;
/** Every candidate comes from a network of their own, unless a test says otherwise. */
const nextIp = () => `2001:db8:${(++addresses).toString(16)}::1`;

interface Sent {
  headers?: Record<string, string>;
  ip?: string;
  key?: string | null;
  app?: TestApp;
}

/** Submits as a browser would: without a credential. */
const send = (job: string, body: unknown, { headers, ip = nextIp(), key = null, app = suite }: Sent = {}) =>
  app.client.post(`/v1/careers/jobs/${job}/applications`, body, {
    key,
    headers: { 'X-Forwarded-For': ip, ...headers },
  });

let people = 0;
const ada = () => ({ display_name: 'Ada Lovelace', email: `ada${++people}@example.com` });
const submit = (job: string, more: object = {}, options?: Sent) => send(job, { candidate: ada(), ...more }, options);

async function aJob(fields: object[] = [], more: object = {}): Promise<string> {
  const { body } = await client.post('/v1/careers/jobs', { title: 'Engineer', application_form: { fields }, ...more });
  expect((await client.post(`/v1/careers/jobs/${body.id}/publish`)).status).toBe(200);
  return body.id;
}

const view = async (id: string) => (await client.get(`/v1/careers/applications/${id}`)).body;
const count = async (job: string) => (await client.get(`/v1/careers/jobs/${job}/applications`)).body.meta.total;

describe('POST /v1/careers/jobs/{job_id}/applications', () => {
  it('takes an application from anybody, and says nothing of what was sent', async () => {
    const job = await aJob([{ name: 'experience', type: 'number', required: true }]);
    const candidate = { display_name: ' Ada Lovelace ', email: 'Ada@Example.com', phone: '+44 20 7946 0000' };
    const answers = [{ field: 'experience', value: '7.5' }];
    const { status, body, headers } = await send(job, { candidate, answers });
    const { stages } = (await client.get('/v1/careers/pipelines')).body.data[0];
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^app_/),
        job_id: job,
        status: 'active',
        stage_id: stages[0].id,
        submitted_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(await view(body.id)).toMatchObject({
      candidate: { ...candidate, display_name: 'Ada Lovelace' },
      answers,
      score: null,
      scorecard: { average: null, count: 0, scale_max: 4 },
      stage_history: [
        { stage_id: stages[0].id, stage_name: 'Applied', left_at: null, moved_by: { type: 'public', id: null } },
      ],
      attachments: [],
      disqualification: null,
    });
  });

  it('announces ids, and notes nothing of who sent it', async () => {
    const job = await aJob();
    const { body } = await submit(job, {}, { headers: { 'User-Agent': 'Browser of Ada' } });
    const events = await eventsAbout(suite.database, 'application_id', body.id);
    const submitted = events.filter(({ type }) => type === 'careers.application.submitted');
    expect(submitted.map(({ payload, actor_type }) => ({ payload, actor_type }))).toEqual([
      { payload: { application_id: body.id, job_id: job, stage_id: body.stage_id }, actor_type: 'public' },
    ]);
    const { data } = (await client.get(`/v1/guard/audit-logs?resource_id=${body.id}`)).body;
    expect(data).toMatchObject([
      { action: 'careers.application.submitted', actor: { type: 'public', id: null }, ip_address: null, changes: null },
    ]);
    expect(JSON.stringify(data)).not.toContain('Browser of Ada');
  });

  it('may be sent by a page of any origin', async () => {
    const job = await aJob();
    const origin = { Origin: 'https://careers.example' };
    const asks = {
      ...origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    };
    const path = `/v1/careers/jobs/${job}/applications`;
    const preflight = await client.send('OPTIONS', path, { key: null, headers: asks });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'POST']);
    for (const answer of [await submit(job, {}, { headers: origin }), await send(job, {}, { headers: origin })])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['paused', 'pause', 409],
    ['closed', 'close', 409],
  ])('is a 409 for a job that is %s', async (_, action, status) => {
    const job = await aJob();
    await client.post(`/v1/careers/jobs/${job}/${action}`, {});
    const answer = await submit(job);
    expect([answer.status, answer.body.error.message]).toEqual([status, 'The job is not accepting applications.']);
  });

  it('is a 404 for a draft, an archived job, and none', async () => {
    const draft = (await client.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
    expect((await submit(draft)).status).toBe(404);
    await client.post(`/v1/careers/jobs/${draft}/archive`);
    expect((await submit(draft)).status).toBe(404);
    expect((await submit(`job_${'0'.repeat(26)}`)).status).toBe(404);
    expect((await submit('job_1')).status).toBe(404);
  });

  it('names all that is wrong at once', async () => {
    const job = await aJob([
      { name: 'experience', type: 'number', required: true },
      { name: 'start', type: 'date' },
      { name: 'team', type: 'select', options: ['web', 'data'] },
    ]);
    const answers = [
      { field: 'start', value: '2026-02-30' },
      { field: 'salary', value: '1' },
      { field: 'team', value: 'sales' },
      { field: 'start', value: '2026-03-01' },
      'no answer',
      { field: 'team' },
    ];
    expect(errorsOf(await send(job, { candidate: { email: 'not an address' }, answers }))).toEqual([
      400,
      'candidate.display_name required',
      'candidate.email invalid_format',
      'answers[4] invalid_type',
      'answers[5].value required',
      'answers[0].value invalid_format',
      'answers[1].field unknown_field',
      'answers[2].value invalid_value',
      'answers[3].field duplicate',
      'answers.experience required',
    ]);
    expect(await count(job)).toBe(0);
  });

  it('asks for no answer that is there, but of the wrong type', async () => {
    const job = await aJob([{ name: 'why', required: true }]);
    for (const value of [7, null, ['x'], undefined]) {
      const [, ...errors] = errorsOf(await submit(job, { answers: [{ field: 'why', value }] }));
      expect([value, errors]).toEqual([
        value,
        [`answers[0].value ${value === undefined ? 'required' : 'invalid_type'}`],
      ]);
    }
  });

  it.each([
    ['number', ['-2.5'], ['seven']],
    ['select', ['web'], ['Web']],
  ])('checks answers of type %s', async (type, good, bad) => {
    const options = type.endsWith('select') ? ['web', 'data'] : [];
    const job = await aJob([{ name: 'q', type, options, required: true }]);
    for (const value of good) {
      const { status, body, text } = await submit(job, { answers: [{ field: 'q', value }] });
      expect([status, text]).toEqual([201, expect.any(String)]);
      expect((await view(body.id)).answers).toEqual([{ field: 'q', value }]);
    }
    for (const value of bad) {
      const answer = await submit(job, { answers: [{ field: 'q', value }] });
      expect([value, ...errorsOf(answer)]).toEqual([value, 400, expect.stringMatching(/^answers\[0\]\.value /)]);
    }
  });

  it('takes several choices of one field, each once, and an empty answer for none', async () => {
    const job = await aJob([
      { name: 'teams', type: 'multi_select', options: ['web', 'data'] },
      { name: 'note', type: 'text' },
      { name: 'since', type: 'date', required: true },
    ]);
    const choice = (value: string) => ({ field: 'teams', value });
    const since = { field: 'since', value: '2026-01-01' };
    const answers = [choice('web'), choice('data'), since, { field: 'note', value: ' ' }];
    const { body } = await submit(job, { answers });
    expect((await view(body.id)).answers).toEqual(answers.slice(0, 3));
    expect(errorsOf(await submit(job, { answers: [choice('web'), choice('web'), since] }))).toEqual([
      400,
      'answers[1].value duplicate',
    ]);
    expect(errorsOf(await submit(job, { answers: [{ field: 'since', value: '' }] }))).toEqual([
      400,
      'answers.since required',
    ]);
  });

  it.each<[string, unknown, string[]]>([
    ['no candidate', {}, ['candidate required']],
    ['a candidate that is none', { candidate: 'Ada' }, ['candidate invalid_type']],
    [
      'a name of blanks',
      { candidate: { display_name: ' ', email: 'a@example.com' } },
      ['candidate.display_name required'],
    ],
    [
      'NUL',
      { candidate: { display_name: 'A\u0000', email: 'a@example.com' } },
      ['candidate.display_name invalid_value'],
    ],
    ['a list', [], []],
    ['answers that are no list', { candidate: ada(), answers: { a: 1 } }, ['answers invalid_type']],
    [
      '1001 answers',
      { candidate: ada(), answers: Array.from({ length: 1001 }, () => ({ field: 'a', value: '' })) },
      ['answers too_many'],
    ],
  ])('refuses %s', async (_, body, errors) => {
    expect(errorsOf(await send(await aJob(), body)).slice(0, 2)).toEqual([400, ...errors]);
  });

  it('refuses what is no JSON, and a body that is too large', async () => {
    const job = await aJob();
    expect((await send(job, '{"candidate":')).status).toBe(400);
    expect((await send(job, 'a=1', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })).status).toBe(
      400,
    );
    expect((await send(job, JSON.stringify({ website: 'x'.repeat(2 ** 20) }))).status).toBe(413);
  });

  it('keeps markup as it came, and puts none of it into mail', async () => {
    const job = await aJob([{ name: 'q', type: 'long_text' }], { title: 'Dev <b>& more</b>' });
    const value = '<script>alert("é")</script>';
    const candidate = { display_name: '<img src=x onerror=alert(1)>', email: 'markup@example.com' };
    const { body } = await send(job, { candidate, answers: [{ field: 'q', value }] });
    expect(await view(body.id)).toMatchObject({ candidate, answers: [{ field: 'q', value }] });
    const [mail] = await mailTo(suite, candidate.email);
    expect(mail).toMatchObject({ subject: 'Your application: Dev <b>& more</b>' });
    expect(mail!.html).toContain('Dev &lt;b&gt;&amp; more');
    expect(mail!.text + mail!.html).not.toContain('onerror');
  });

  it('confirms by mail where the job wants that', async () => {
    const [loud, silent] = [await aJob(), await aJob([], { confirmation_mail: false })];
    await submit(loud, { candidate: { display_name: 'Ada', email: 'loud@example.com' } });
    await submit(silent, { candidate: { display_name: 'Ada', email: 'silent@example.com' } });
    expect(await mailTo(suite, 'loud@example.com')).toHaveLength(1);
    expect(await mailTo(suite, 'silent@example.com')).toHaveLength(0);
  });

  it('takes a candidate once while their application is active, whatever the case of the address', async () => {
    const job = await aJob();
    const first = await submit(job, { candidate: { display_name: 'Ada', email: 'Twice@example.com' } });
    const again = () => submit(job, { candidate: { display_name: 'Countess', email: 'twice@EXAMPLE.com' } });
    expect([(await again()).status, (await again()).body.error.message]).toEqual([
      409,
      'The candidate already has an active application for this job.',
    ]);
    await client.post(`/v1/careers/applications/${first.body.id}/withdraw`);
    expect((await again()).status).toBe(201);
    expect(
      (await submit(await aJob(), { candidate: { display_name: 'Ada', email: 'twice@example.com' } })).status,
    ).toBe(201);
  });

  it('takes exactly one of those that come at the same time', async () => {
    const job = await aJob([{ name: 'cv', type: 'file' }]);
    const candidate = { display_name: 'Ada', email: 'parallel@example.com' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 ? submit(job, { candidate }) : sendForm(job, { candidate }, { cv: TEXT }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    expect(await count(job)).toBe(1);
    const { rows } = await suite.database.execute('select 1 from careers_stage_history where parent_id = $1', [job]);
    expect(rows).toHaveLength(1);
    await expect.poll(async () => (await unclaimed()).length).toBe(0);
  });

  it('accepts and throws away what fills in the field that people do not see', async () => {
    const job = await aJob([{ name: 'q', required: true }]);
    for (const body of [{ website: 'https://spam.example' }, { candidate: ada(), website: 1 }]) {
      const answer = await send(job, body);
      expect([answer.status, Object.keys(answer.body)]).toEqual([
        201,
        ['id', 'job_id', 'status', 'stage_id', 'submitted_at'],
      ]);
      expect((await client.get(`/v1/careers/applications/${answer.body.id}`)).status).toBe(404);
    }
    expect(await count(job)).toBe(0);
    expect((await submit(await aJob(), { website: '' })).status).toBe(201);
  });

  it('does a repeated Idempotency-Key once, for each candidate by themselves, and keeps only digests', async () => {
    const job = await aJob();
    const headers = { 'Idempotency-Key': 'key of Mallory' };
    const body = { candidate: { display_name: 'Mallory Moon', email: 'mallory.moon@example.com' } };
    const first = await send(job, body, { headers });
    const second = await send(job, body, { headers });
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    const other = await send(job, { ...body, answers: [] }, { headers });
    expect(errorsOf(other)).toEqual([400, 'Idempotency-Key key_reused']);
    expect((await submit(job, {}, { headers })).status).toBe(201);
    expect(await count(job)).toBe(2);
    expect((await submit(job, {}, { headers: { 'Idempotency-Key': 'k'.repeat(256) } })).status).toBe(400);
    const { rows } = await suite.database.execute('select * from idempotency_keys where path like $1', [`%${job}%`]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/mallory/i);
  });

  it('does requests with one Idempotency-Key once that come at the same time', async () => {
    const job = await aJob();
    const options = { headers: { 'Idempotency-Key': 'same' } };
    const body = { candidate: ada() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(job, body, options)));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body: { id } }) => id)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      Array(5 - made.length).fill(409),
    );
    expect(await count(job)).toBe(1);
  });

  it('takes none into a job that closes meanwhile, and none is lost', async () => {
    const job = await aJob();
    const [, ...answers] = await Promise.all([
      client.post(`/v1/careers/jobs/${job}/close`, {}),
      ...Array.from({ length: 6 }, () => submit(job)),
    ]);
    const taken = answers.filter(({ status }) => status === 201).length;
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await count(job)).toBe(taken);
  });
});

const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n', 'latin1');
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const ELF = Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex');
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const TEXT = Buffer.from('I have built engines.');

/** The files of a document as Word writes it, what it is behind a picture of its first page; and as LibreOffice does. */
const DOCX = {
  'docProps/thumbnail.jpeg': randomBytes(40_000),
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>I build.</w:t></w:r></w:p></w:body></w:document>`,
};
const ODT = {
  mimetype: 'application/vnd.oasis.opendocument.text',
  'content.xml': '<?xml version="1.0"?><office:document-content/>',
  'META-INF/manifest.xml': '<?xml version="1.0"?><manifest:manifest/>',
};

/** A zip archive; what says what it is stands uncompressed, as OpenDocument wants it. */
async function archive(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content as string), name, { compress: name !== 'mimetype' });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Files = Record<string, Buffer | [name: string, bytes: Buffer]>;

function sendForm(job: string, application: unknown, files: Files, more: [string, string][] = []): Promise<Answer> {
  const form = new FormData();
  if (application !== undefined) form.append('application', JSON.stringify(application));
  for (const [field, given] of Object.entries(files)) {
    const [name, bytes] = Array.isArray(given) ? given : [`${field}.bin`, given];
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
  }
  for (const [field, value] of more) form.append(field, value);
  return sendBody(job, form);
}

async function sendBody(job: string, form: FormData): Promise<Answer> {
  const { headers, body } = new Request('http://x', { method: 'POST', body: form });
  const bytes = Buffer.from(await new Response(body).arrayBuffer());
  return send(job, bytes, { headers: { 'Content-Type': headers.get('content-type')! } });
}

async function blobs(): Promise<string[]> {
  const root = join(suite.settings.DATA_DIR, 'blobs');
  if (!existsSync(root)) return [];
  return (await readdir(root, { recursive: true })).map(String).filter((name) => name.length > 2);
}
const unclaimed = async () => (await suite.database.execute('select key from unclaimed_blobs')).rows;

describe('Files of an application', () => {
  let job: string;
  beforeAll(async () => {
    job = await aJob([
      { name: 'cv', type: 'file', required: true },
      { name: 'letter', type: 'file' },
    ]);
  });

  it('become attachments that can be downloaded, with the type of their content', async () => {
    const { status, body } = await sendForm(
      job,
      { candidate: ada() },
      { cv: ['C:\\cv.pdf', PDF], letter: ['photo', PNG] },
    );
    expect(status).toBe(201);
    const { attachments } = await view(body.id);
    expect(attachments).toEqual([
      {
        id: expect.stringMatching(/^att_/),
        file_id: null,
        label: 'cv',
        name: 'cv.pdf',
        mime_type: 'application/pdf',
        size_bytes: PDF.length,
        scan_status: 'skipped',
        attached_by: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({ label: 'letter', name: 'photo.png', mime_type: 'image/png' }),
    ]);
    const at = `/v1/careers/applications/${body.id}/attachments/${attachments[0].id}`;
    const link = (await client.get(`${at}/download`)).body.url.replace(suite.settings.BASE_URL, suite.base);
    const file = await fetch(link);
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="cv\.pdf"/);
    const content = (key: string) => fetch(`${suite.base}${at}/content`, { headers: { 'X-API-Key': key } });
    const shown = await content(client.key!);
    expect(Buffer.from(await shown.arrayBuffer()).equals(PDF)).toBe(true);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="cv\.pdf"/),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect((await content('wsk_nobody')).status).toBe(401);
    expect((await client.delete(at)).status).toBe(204);
    expect((await view(body.id)).attachments).toHaveLength(1);
    await expect.poll(async () => (await fetch(link)).status).toBe(404);
  });

  it.each([
    ['cv.pdf', TEXT, 'cv.pdf.txt', 'text/plain'],
    ['cv.JPG', PNG, 'cv.JPG.png', 'image/png'],
    ['cv.exe', PDF, 'cv.exe.pdf', 'application/pdf'],
    ['cv.TXT', TEXT, 'cv.TXT', 'text/plain'],
  ])('are called by what they are: %s', async (given, bytes, name, mime_type) => {
    const { body } = await sendForm(job, { candidate: ada() }, { cv: [given, bytes] });
    expect((await view(body.id)).attachments).toMatchObject([{ name, mime_type }]);
  });

  it.each([
    ['a program for Linux', ELF],
    ['a program for Windows', EXE],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf ~\n')],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
    ['bytes of no kind', Buffer.from([0, 1, 2, 255])],
  ])('must not be %s, whatever they are called', async (_, bytes) => {
    const before = (await blobs()).length;
    expect(errorsOf(await sendForm(job, { candidate: ada() }, { cv: ['cv.pdf', bytes] }))).toEqual([
      400,
      'answers.cv invalid_value',
    ]);
    expect([(await blobs()).length, await unclaimed()]).toEqual([before, []]);
  });

  it.each([
    ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', DOCX],
    ['odt', 'application/vnd.oasis.opendocument.text', ODT],
  ] as const)('may be a text of an office, written by one: %s', async (ending, mime_type, files) => {
    const bytes = await archive(files);
    const { body } = await sendForm(job, { candidate: ada() }, { cv: ['Résumé', bytes] });
    const { attachments } = await view(body.id);
    expect(attachments).toMatchObject([{ name: `Résumé.${ending}`, mime_type, size_bytes: bytes.length }]);
    // The same in an archive of any other kind is none, whatever it is called.
    const other = await archive({ 'letter.txt': 'I build.', 'run.sh': '#!/bin/sh' });
    expect(errorsOf(await sendForm(job, { candidate: ada() }, { cv: [`cv.${ending}`, other] }))).toEqual([
      400,
      'answers.cv invalid_value',
    ]);
  });

  it('have 10 MiB at most', async () => {
    const before = await blobs();
    const bytes = (size: number) => Buffer.alloc(size, 'a');
    const large = await sendForm(job, { candidate: ada() }, { cv: ['cv.txt', bytes(10 * 2 ** 20 + 1)], letter: TEXT });
    expect(errorsOf(large)).toEqual([400, 'answers.cv too_large']);
    expect(await blobs()).toEqual(before);
    expect((await sendForm(job, { candidate: ada() }, { cv: ['cv.txt', bytes(10 * 2 ** 20)] })).status).toBe(201);
  });

  it('are asked for by the form, each once', async () => {
    const before = await blobs();
    expect(errorsOf(await submit(job))).toEqual([400, 'answers.cv required']);
    expect(errorsOf(await sendForm(job, { candidate: ada() }, { cv: Buffer.alloc(0) }))).toEqual([
      400,
      'answers.cv required',
    ]);
    expect(errorsOf(await submit(job, { answers: [{ field: 'cv', value: 'cv.pdf' }] }))).toEqual([
      400,
      'answers[0].value invalid_type',
    ]);
    expect(errorsOf(await sendForm(job, { candidate: ada() }, { cv: TEXT, virus: ELF }))).toEqual([
      400,
      'virus unknown_field',
    ]);
    const twice = new FormData();
    twice.append('application', JSON.stringify({ candidate: ada() }));
    for (const name of ['a.txt', 'b.txt']) twice.append('cv', new Blob([TEXT]), name);
    expect(errorsOf(await sendBody(job, twice))).toEqual([400, 'cv duplicate']);
    expect(await blobs()).toEqual(before);
  });

  it('are refused together with everything else that is wrong', async () => {
    const answer = await sendForm(job, { candidate: { display_name: 'Ada' } }, { cv: ELF, letter: EXE });
    expect(errorsOf(answer)).toEqual([
      400,
      'candidate.email required',
      'answers.cv invalid_value',
      'answers.letter invalid_value',
    ]);
  });

  it('come with the application as JSON in a part of its own, as text or as a blob', async () => {
    expect(errorsOf(await sendForm(job, undefined, { cv: TEXT }))).toEqual([400, 'application required']);
    const form = new FormData();
    form.append('cv', new Blob([TEXT]), 'cv.txt');
    form.append('application', new Blob([JSON.stringify({ candidate: ada() })], { type: 'application/json' }));
    expect((await sendBody(job, form)).status).toBe(201);
    const broken = new FormData();
    broken.append('application', '{');
    expect((await sendBody(job, broken)).status).toBe(400);
    expect(await unclaimed()).toEqual([]);
  });

  it('are told apart by an Idempotency-Key', async () => {
    const candidate = ada();
    const form = (bytes: Buffer) => {
      const text = `--x\r\nContent-Disposition: form-data; name="application"\r\n\r\n${JSON.stringify({ candidate })}\r\n`;
      const file = '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\n';
      return Buffer.concat([Buffer.from(text + file), bytes, Buffer.from('\r\n--x--\r\n')]);
    };
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Idempotency-Key': 'files' };
    const first = await send(job, form(TEXT), { headers });
    const before = await blobs();
    const second = await send(job, form(TEXT), { headers });
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect(errorsOf(await send(job, form(PDF), { headers }))).toEqual([400, 'Idempotency-Key key_reused']);
    expect(await blobs()).toEqual(before);
  });

  it('are thrown away with what fills in the hidden field', async () => {
    const before = await blobs();
    expect((await sendForm(job, { website: 'x' }, { cv: TEXT })).status).toBe(201);
    expect(await blobs()).toEqual(before);
  });
});

describe('Limits', () => {
  it('are 10 a minute from a network address, over all processes and behind a proxy, whatever comes of them', async () => {
    const job = await aJob();
    const beside = await startTestApp({ ROLE: 'api', TRUST_PROXY: 'loopback' }, { beside: suite });
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const app = n % 2 ? beside : suite;
      // Whoever has one address of IPv6 has those beside it.
      const ip = `2001:db8:ffff:1::${n + 1}`;
      const { status } = await (n < 5 ? submit(job, {}, { ip, app }) : send(job, {}, { ip, app }));
      statuses.push(status);
    }
    await beside.close();
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(400), 429]);
    const refused = await submit(job, {}, { ip: '2001:db8:ffff:1::1' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submit(job, {}, { ip: '2001:db8:ffff:2::1' })).status).toBe(201);
    const { rows } = await suite.database.execute('select key from rate_limits');
    expect(JSON.stringify(rows)).not.toContain('2001:db8');
  });

  it('are 60 a minute for a job, however many addresses they come from', async () => {
    const job = await aJob();
    const statuses: number[] = [];
    for (let n = 0; n < 61; n++) statuses.push((await send(job, {})).status);
    expect(statuses).toEqual([...Array(60).fill(400), 429]);
    expect((await submit(await aJob())).status).toBe(201);
  });

  it('are 1 GiB of files a day for a job, unless a credential may write there', async () => {
    const job = await aJob([{ name: 'cv', type: 'file' }]);
    const left = (kib: number) =>
      suite.database.execute(
        `insert into rate_limits (key, points, expire) values ($1, $2, $3)
         on conflict (key) do update set points = excluded.points`,
        [`submit-bytes:${createHash('sha256').update(job).digest('base64url')}`, 2 ** 20 - kib, Date.now() + 3_600_000],
      );
    const file = { cv: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10_000)]) };
    const apply = () => sendForm(job, { candidate: ada() }, file);
    await left(15);
    expect((await apply()).status).toBe(201);
    const refused = await apply();
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true]);
    expect(await unclaimed()).toEqual([]);
    expect((await submit(job)).status).toBe(201);
  });

  it('are its own for a credential that may write there, and no others', async () => {
    const app = await startTestApp({ ROLE: 'api', RATE_LIMIT: '15' });
    const made = (await app.client.post('/v1/careers/jobs', { title: 'Engineer' })).body.id;
    await app.client.post(`/v1/careers/jobs/${made}/publish`);
    const writes = await app.withScopes('careers:write');
    const reads = await app.withScopes('careers:read');
    const other = (await app.workspace()).client;
    const statusesOf = async ({ key }: Client, times: number) => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n++) statuses.push((await submit(made, {}, { key, app })).status);
      return statuses;
    };
    expect(await statusesOf(writes, 16)).toEqual([...Array(15).fill(201), 429]);
    expect(await statusesOf(reads, 5)).toEqual(Array(5).fill(201));
    expect(await statusesOf(other, 6)).toEqual([...Array(5).fill(201), 429]);
    const { headers } = await submit(made, {}, { key: writes.key, app });
    expect(headers.get('ratelimit-policy')).toBe('"default";q=15;w=60');
    expect((await submit(made, {}, { key: `wsk_test_${'0'.repeat(36)}`, app })).status).toBe(401);
    const { data } = (await app.client.get('/v1/guard/audit-logs?action=careers.application.submitted&limit=100')).body;
    expect(data.filter(({ actor }: any) => actor.type === 'api_key')).toHaveLength(15);
    await app.close();
  });
});

describe('GET /openapi.json', () => {
  it('says how an application is sent with its files', async () => {
    const { paths } = (await client.get('/openapi.json')).body;
    const { content, required } = paths['/v1/careers/jobs/{job_id}/applications'].post.requestBody;
    const json = content['application/json'].schema;
    expect([required, content['multipart/form-data']]).toEqual([
      true,
      {
        schema: {
          type: 'object',
          properties: { application: { ...json, description: expect.any(String) } },
          required: ['application'],
          additionalProperties: expect.objectContaining({ contentMediaType: 'application/octet-stream' }),
        },
        encoding: { application: { contentType: 'application/json' } },
      },
    ]);
  });
});

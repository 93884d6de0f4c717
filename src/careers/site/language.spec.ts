import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailTo } from '../../../test/support/people.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';

const GERMAN = 'de-AT,de;q=0.9,en;q=0.5';
const FIELDS = [
  { name: 'cv', label: 'Your CV', type: 'file', required: true },
  { name: 'permit', label: 'May you work here?', type: 'boolean', required: true },
  { name: 'years', label: 'Years', type: 'number' },
  { name: 'begin', label: 'First day', type: 'date' },
  { name: 'site', label: 'Web site', type: 'url' },
  { name: 'call', label: 'Best number', type: 'phone' },
  { name: 'other', label: 'Other address', type: 'email' },
  { name: 'short', label: 'Nickname', type: 'text' },
  { name: 'from', label: 'Heard of us', type: 'select', options: ['A friend', 'A fair'] },
];

let suite: TestApp;
let job: string;
beforeAll(async () => {
  // No mail goes out, so that it can be seen waiting.
  suite = await startTestApp({ ROLE: 'api', TRUST_PROXY: 'loopback' });
  job = await aJob({ title: 'Apply & more', employment_type: 'full_time', application_form: { fields: FIELDS } });
});
afterAll(() => suite.close());

async function aJob(facts: object): Promise<string> {
  const { id } = (await suite.client.post('/v1/careers/jobs', facts)).body;
  await suite.client.post(`/v1/careers/jobs/${id}/publish`);
  return id;
}

interface Visit {
  status: number;
  text: string;
  headers: Headers;
}

let addresses = 0;
async function visit(path: string, language: string | null, body?: FormData, from?: object): Promise<Visit> {
  // Every candidate comes from a network of their own.
  const ip = `2001:db8:${(++addresses).toString(16)}::1`;
  const headers = { 'X-Forwarded-For': ip, ...(language !== null && { 'Accept-Language': language }), ...from };
  const method = body ? 'POST' : 'GET';
  const response = await fetch(suite.base + path, { method, body, headers, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function formOf(fields: Record<string, string | Blob>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const ada = (email: string) => ({ 'candidate.display_name': 'Ada', 'candidate.email': email });
const CV = new Blob(['I keep a journal.'], { type: 'text/plain' });

function expectLanguage({ text, headers }: Visit, language: string, words: readonly string[]): void {
  for (const word of words) expect(text).toContain(word);
  expect(text).toContain(`<html lang="${language}">`);
  expect(headers.get('content-language')).toBe(language);
  expect(headers.get('vary')).toContain('Accept-Language');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.has('etag')).toBe(false);
}

describe('The language of the careers site', () => {
  const PAGES: [string, () => string, number, string[], string[]][] = [
    [
      'the list of jobs',
      () => `/careers/${suite.workspaceId}`,
      200,
      ['Offene Stellen', 'bei Default', 'Vollzeit'],
      ['Open jobs', 'at Default', 'Full time'],
    ],
    [
      'a job',
      () => `/careers/jobs/${job}`,
      200,
      ['Alle offenen Stellen', 'Vollzeit', 'Bewerbung senden', 'Telefonnummer', 'reiner Text', 'etwa 7 oder 2,5'],
      ['All open jobs', 'Full time', 'Send application', 'Phone number', 'plain text', 'such as 7 or 2.5'],
    ],
    [
      'thanks',
      () => `/careers/jobs/${job}/thanks`,
      200,
      ['Vielen Dank', 'Die Bewerbung für Apply &amp; more ist bei Default angekommen.'],
      ['Thank you', 'Your application for Apply &amp; more has arrived at Default.'],
    ],
    [
      'a job that is not there',
      () => '/careers/jobs/job_none',
      404,
      ['Diese Stelle ist nicht offen', 'Karriere', 'Vielleicht wurde sie geschlossen'],
      ['This job is not open', 'Careers', 'It may have been closed'],
    ],
  ];
  it.each(PAGES)('is that of the browser: %s', async (_, pathOf, status, german, english) => {
    const page = await visit(pathOf(), GERMAN);
    expect(page.status).toBe(status);
    expectLanguage(page, 'de', german);
    for (const language of [null, 'en-GB,de;q=0.5', 'fr'])
      expectLanguage(await visit(pathOf(), language), 'en', english);
  });

  it('is not that of what the company wrote, nor of the job for search engines', async () => {
    const { text } = await visit(`/careers/jobs/${job}`, GERMAN);
    for (const own of ['<h1>Apply &amp; more</h1>', 'Your CV', '<option>A friend</option>', '"FULL_TIME"'])
      expect(text.replaceAll('<option >', '<option>')).toContain(own);
  });

  it('is that of everything that is wrong with a form', async () => {
    const wrong = {
      'candidate.display_name': 'x'.repeat(256),
      'candidate.email': 'nobody',
      'answers.cv': new Blob([new Uint8Array([0, 1, 2, 255])]),
      'answers.years': 'a few',
      'answers.begin': 'soon',
      'answers.site': 'here',
      'answers.call': 'none',
      'answers.other': 'x',
      'answers.short': 'x'.repeat(256),
      'answers.from': 'A stranger',
      'answers.gone': 'A question that was removed meanwhile',
    };
    const german = await visit(`/careers/jobs/${job}`, GERMAN, formOf(wrong));
    expect(german.status).toBe(400);
    expectLanguage(german, 'de', [
      '<title>Noch nicht gesendet: Apply &amp; more',
      'Die Bewerbung ist noch nicht gesendet',
    ]);
    const problemsIn = ({ text }: Visit) => {
      const [, list] = /<ul class="wishes">(.*?)<\/ul>/s.exec(text)!;
      return [...list!.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item]) => item!.replace(/<[^>]+>/g, '')).toSorted();
    };
    expect(problemsIn(german)).toEqual(
      [
        'Name: Die Antwort darf höchstens 255 Zeichen haben.',
        'E-Mail-Adresse: Die Antwort muss eine E-Mail-Adresse sein.',
        'Your CV: Möglich sind Dateien dieser Arten: PDF, Word (docx), OpenDocument (odt), RTF, reiner Text, PNG oder JPEG.',
        'May you work here?: Eine Antwort ist nötig.',
        'Years: Die Antwort muss eine Zahl sein, etwa 7 oder 2,5.',
        'First day: Die Antwort muss ein Datum sein, etwa 2026-01-31.',
        'Web site: Die Antwort muss eine Adresse mit http oder https sein.',
        'Best number: Die Antwort muss eine Telefonnummer sein.',
        'Other address: Die Antwort muss eine E-Mail-Adresse sein.',
        'Nickname: Die Antwort darf höchstens 255 Zeichen haben.',
        'Heard of us: Möglich sind: A friend, A fair.',
        'Diese Frage gibt es im Formular der Stelle nicht mehr.',
      ].toSorted(),
    );
    const english = await visit(`/careers/jobs/${job}`, null, formOf(wrong));
    expectLanguage(english, 'en', ['<title>Not sent yet: ']);
    expect(problemsIn(english)).toContain('Heard of us: The answer must be one of A friend, A fair.');
    expect(problemsIn(english)).toContain('The form of the job has no such field.');
  });

  it('is that of the numbers that people type', async () => {
    const answered = async (email: string, language: string | null, years: string) => {
      const fields = { ...ada(email), 'answers.cv': CV, 'answers.permit': 'true', 'answers.years': years };
      const { status } = await visit(`/careers/jobs/${job}`, language, formOf(fields));
      if (status !== 303) return status;
      const { body } = await suite.client.get(`/v1/careers/applications?q=${email}`);
      const { answers } = (await suite.client.get(`/v1/careers/applications/${body.data[0].id}`)).body;
      return answers.find(({ field }: { field: string }) => field === 'years').value;
    };
    expect(await answered('comma@example.com', GERMAN, ' 2,5 ')).toBe('2.5');
    expect(await answered('point@example.com', GERMAN, '2.5')).toBe('2.5');
    expect(await answered('groups@example.com', GERMAN, '1.234,5')).toBe(400);
    expect(await answered('english@example.com', null, '2,5')).toBe(400);
  });

  it('is that of a file that is too large, of an application that was sent already, and of a job that is closed', async () => {
    const large = formOf({ ...ada('large@example.com'), 'answers.cv': new Blob([new Uint8Array(10 * 2 ** 20 + 1)]) });
    expectLanguage(await visit(`/careers/jobs/${job}`, GERMAN, large), 'de', [
      'Die Datei cv darf höchstens 10485760 Bytes haben.',
      'Was eingegeben wurde, steht noch dort.',
    ]);

    const good = () => formOf({ ...ada('twice@example.com'), 'answers.cv': CV, 'answers.permit': 'true' });
    expect((await visit(`/careers/jobs/${job}`, GERMAN, good())).status).toBe(303);
    const twice = await visit(`/careers/jobs/${job}`, GERMAN, good());
    expect(twice.status).toBe(409);
    expectLanguage(twice, 'de', ['mit dieser E-Mail-Adresse schon eine laufende Bewerbung']);
    const again = await visit(`/careers/jobs/${job}`, null, good());
    expectLanguage(again, 'en', ['The candidate already has an active application for this job.']);

    const closed = await aJob({ title: 'Baker' });
    await suite.client.post(`/v1/careers/jobs/${closed}/close`, { close_reason: 'Filled' });
    const late = await visit(`/careers/jobs/${closed}`, GERMAN, formOf(ada('late@example.com')));
    expectLanguage(late, 'de', ['Für diese Stelle sind zurzeit keine Bewerbungen möglich.']);
  });

  it('is that of too many applications from one address', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.7' };
    for (let times = 0; times < 10; times++)
      expect((await visit(`/careers/jobs/${job}`, GERMAN, formOf(ada('nobody')), from)).status).toBe(400);
    const german = await visit(`/careers/jobs/${job}`, GERMAN, formOf(ada('nobody')), from);
    expect(german.status).toBe(429);
    expectLanguage(german, 'de', ['Zu viele Bewerbungen', 'In einer Minute noch einmal versuchen.']);
    const english = await visit(`/careers/jobs/${job}`, null, formOf(ada('nobody')), from);
    expectLanguage(english, 'en', ['Too many applications', 'Try again in a minute.']);
  });
});

describe('The language of the confirmation', () => {
  const confirmed = async (email: string) => (await mailTo(suite, email))[0]!;

  it('is that of the page where somebody applied', async () => {
    const baker = await aJob({ title: 'Baker' });
    await visit(`/careers/jobs/${baker}`, GERMAN, formOf(ada('german@example.com')));
    const german = await confirmed('german@example.com');
    expect(german.subject).toBe('Bewerbung: Baker');
    expect(german.text).toMatch(/^Guten Tag,\n\ndie Bewerbung für „Baker“ ist angekommen\./);
    expect(german.html).toContain('<html lang="de">');
    expect(german.html).toContain('die Bewerbung für „Baker“ ist angekommen.');

    await visit(`/careers/jobs/${baker}`, null, formOf(ada('english@example.com')));
    const english = await confirmed('english@example.com');
    expect(english.subject).toBe('Your application: Baker');
    expect(english.text).toMatch(/^Hello,\n\nWe have received your application for “Baker”\./);
    expect(english.html).toContain('<html lang="en">');
  });

  it("is that of the candidate's browser on a page of the company, and of the workspace where a recruiter adds them", async () => {
    const baker = await aJob({ title: 'Baker' });
    const path = `/v1/careers/jobs/${baker}/applications`;
    const headers = { 'Content-Type': 'application/json', 'Accept-Language': GERMAN };
    const apply = (email: string) => JSON.stringify({ candidate: { display_name: 'Ada', email } });
    const own = await fetch(suite.base + path, { method: 'POST', headers, body: apply('own-page@example.com') });
    expect(own.status).toBe(201);
    expect((await confirmed('own-page@example.com')).subject).toBe('Bewerbung: Baker');

    const added = await suite.client.post(path, JSON.parse(apply('added@example.com')), {
      headers: { 'Accept-Language': GERMAN },
    });
    expect(added.status).toBe(201);
    const mail = await confirmed('added@example.com');
    expect([mail.subject, mail.html.includes('<html lang="en">')]).toEqual(['Your application: Baker', true]);
    expect(mail.text).toMatch(/^Hello,/);

    const id = added.body.id as string;
    const told = { reason: 'spam', notify_candidate: true };
    const rejected = await suite.client.post(`/v1/careers/applications/${id}/disqualify`, told, {
      headers: { 'Accept-Language': GERMAN },
    });
    expect(rejected.status, rejected.text).toBe(200);
    const [, rejection] = await mailTo(suite, 'added@example.com');
    expect(rejection!.text).toMatch(/^Hello,\n\nThank you for your application/);
  });

  it('is that of the workspace where it is not known, and the same for a rejection', async () => {
    const { client } = await suite.workspace();
    await client.patch('/v1/access/workspace', { language: 'de' });
    const { id: tailor } = (await client.post('/v1/careers/jobs', { title: 'Tailor' })).body;
    await client.post(`/v1/careers/jobs/${tailor}/publish`);
    const path = `/v1/careers/jobs/${tailor}/applications`;
    const apply = async (email: string, language: string) => {
      const headers = { 'Content-Type': 'application/json', 'Accept-Language': language };
      const body = JSON.stringify({ candidate: { display_name: 'Ada', email } });
      const { id } = (await (await fetch(suite.base + path, { method: 'POST', headers, body })).json()) as {
        id: string;
      };
      return id;
    };
    const candidate = { display_name: 'Ada', email: 'by-recruiter@example.com' };
    const headers = { 'Accept-Language': 'en' };
    const ids = [
      await apply('in-english@example.com', 'en'),
      await apply('in-french@example.com', 'fr'),
      (await client.post(path, { candidate }, { headers })).body.id,
    ];
    for (const id of ids) {
      const told = await client.post(`/v1/careers/applications/${id}/disqualify`, {
        reason: 'spam',
        notify_candidate: true,
      });
      expect(told.status, told.text).toBe(200);
      expect(JSON.stringify(told.body)).not.toContain('language');
    }
    const subjects = async (email: string) => (await mailTo(suite, email)).map(({ subject }) => subject);
    expect(await subjects('in-english@example.com')).toEqual(Array(2).fill('Your application: Tailor'));
    expect(await subjects('in-french@example.com')).toEqual(Array(2).fill('Bewerbung: Tailor'));
    const [, rejection] = await mailTo(suite, 'by-recruiter@example.com');
    expect(rejection!.text).toMatch(/^Guten Tag,\n\nvielen Dank für die Bewerbung für „Tailor“/);
  });
});

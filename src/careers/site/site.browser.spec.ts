import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, expectGoodLooks, noChromium, provoke } from '../../../test/support/chromium.js';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

const FIELDS = [
  { name: 'your cv', label: 'Your CV', type: 'file', required: true },
  { name: 'why', label: 'Why do you want to work here?', type: 'long_text' },
  { name: 'years', label: 'Years of experience', type: 'number' },
  { name: 'begin', label: 'First day', type: 'date' },
  { name: 'site', label: 'Web site', type: 'url' },
  { name: 'call', label: 'Best number', type: 'phone' },
  { name: 'from', label: 'Where did you hear of us?', type: 'select', options: ['A friend', 'A fair'] },
  { name: 'tools', label: 'Tools that you know', type: 'multi_select', options: ['SQL', 'R & S', 'Excel'] },
  { name: 'permit', label: 'May you work here?', type: 'boolean', required: true },
];

/** A PNG of one pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const backgroundOf = (element: any): string => (globalThis as any).getComputedStyle(element).backgroundColor;

const CV = { name: 'cv.txt', mimeType: 'text/plain', buffer: Buffer.from('I keep a journal.') };

describe.skipIf(noChromium)('The careers site, without a script', () => {
  let suite: TestApp;
  let client: Client;
  let browser: Chromium;
  let id: string;
  beforeAll(async () => {
    suite = await startTestApp();
    client = suite.client;
    browser = new Chromium();
    id = await aJob({
      title: 'Engineer for <gauges> & meters',
      department: 'Research',
      location: 'Leeds',
      employment_type: 'full_time',
      description: '<h2>What you do</h2><p>You build gauges.</p><ul><li>Well</li></ul>',
      application_form: { fields: FIELDS },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await suite.close();
  });

  async function aJob(facts: object): Promise<string> {
    const job = (await client.post('/v1/careers/jobs', facts)).body;
    await client.post(`/v1/careers/jobs/${job.id}/publish`);
    return job.id;
  }
  const pathOf = (job = id) => `${suite.base}/careers/jobs/${job}`;
  const without = (work: (page: Page) => Promise<unknown>) => browser.within({ javaScriptEnabled: false }, work);
  const send = (page: Page) => page.getByRole('button', { name: 'Send application' }).click();
  const applicationsTo = async (job = id) => (await client.get(`/v1/careers/jobs/${job}/applications`)).body.data;

  async function fill(page: Page, email: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill('Jonathan Harker');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Your CV').setInputFiles(CV);
    await page.getByRole('group', { name: 'May you work here?' }).getByLabel('Yes').check();
  }

  it('leads from the list to a job, whose form people fill in again where something is wrong, and to thanks', () =>
    without(async (page) => {
      await page.goto(`${suite.base}/careers/${suite.workspaceId}`);
      await page.getByRole('link', { name: 'Engineer for <gauges> & meters' }).click();
      await page.getByText('Research · Leeds · Full time').waitFor();
      await page.getByText('You build gauges.').waitFor();
      await fill(page, 'jonathan@example.com');
      await page.getByLabel('Years of experience').fill('a few');
      await page.getByLabel('Best number').fill('none');
      await page.getByLabel('Why do you').fill('\nGauges!\n<b>');
      await page.getByLabel('Where did you hear').selectOption('A fair');
      await page.getByLabel('First day').fill('2026-05-01');
      const tools = page.getByRole('group', { name: 'Tools that you know' });
      await tools.getByLabel('R & S').check();
      await tools.getByLabel('Excel').check();
      provoke(page, 400);
      await send(page);

      const alert = page.getByRole('alert');
      await alert.getByText('Your application has not been sent yet.').waitFor();
      expect(await page.title()).toMatch(/^Not sent yet: Engineer/);
      expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([
        'Years of experience: The answer must be a decimal number such as 7 or 2.5.',
        'Best number: The answer must be a phone number.',
      ]);
      expect(await page.getByLabel('Years of experience').getAttribute('aria-invalid')).toBe('true');
      await alert.getByRole('link', { name: 'Best number' }).click();
      expect(new URL(page.url()).hash).toBe('#answers.call');
      // Only files have to be chosen again.
      expect(await page.getByLabel('Why do you').inputValue()).toBe('\nGauges!\n<b>');
      expect(await page.getByLabel('Where did you hear').inputValue()).toBe('A fair');
      expect(await tools.getByRole('checkbox', { checked: true }).count()).toBe(2);
      await page.getByText('Choose your files again').waitFor();
      await page.getByLabel('Your CV').setInputFiles(CV);
      await page.getByLabel('Years of experience').fill('2.5');
      await page.getByLabel('Best number').fill('');
      await send(page);
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();

      const [application] = await applicationsTo();
      const { answers, candidate, attachments } = (await client.get(`/v1/careers/applications/${application.id}`)).body;
      expect(candidate).toEqual({ display_name: 'Jonathan Harker', email: 'jonathan@example.com', phone: null });
      expect(answers).toEqual([
        { field: 'why', value: expect.stringMatching(/^\s*Gauges!\r?\n<b>$/) },
        { field: 'years', value: '2.5' },
        { field: 'begin', value: '2026-05-01' },
        { field: 'from', value: 'A fair' },
        { field: 'tools', value: 'R & S' },
        { field: 'tools', value: 'Excel' },
        { field: 'permit', value: 'true' },
      ]);
      expect(attachments).toMatchObject([{ label: 'your cv', name: 'cv.txt', mime_type: 'text/plain' }]);
    }));

  it('says that a job takes no more applications, and what is wrong with a file', () =>
    without(async (page) => {
      const job = await aJob({ title: 'Clerk', application_form: { fields: [FIELDS[0]] } });
      provoke(page, 400, 404, 409);
      await page.goto(pathOf(job));
      await page.getByLabel('Name', { exact: true }).fill('Mina');
      await page.getByLabel('E-mail address').fill('mina@example.com');
      await page.getByLabel('Your CV').setInputFiles({ ...CV, name: 'cv.sh', buffer: Buffer.from('#!/bin/sh\n') });
      await send(page);
      await page.getByRole('alert').getByText('Your CV').waitFor();
      await page
        .getByRole('alert')
        .getByText(/must be one of these types: PDF/)
        .waitFor();
      await client.post(`/v1/careers/jobs/${job}/close`);
      await page.getByLabel('Your CV').setInputFiles(CV);
      await send(page);
      await page.getByRole('heading', { name: 'This job is not open' }).waitFor();
      await page.goto(pathOf(job));
      await page.getByText('It may have been closed').waitFor();
    }));

  it('takes what a bot sends, and drops it', async () => {
    const job = await aJob({ title: 'Baker' });
    const form = new FormData();
    form.set('candidate.display_name', 'Bot');
    form.set('candidate.email', 'bot@example.com');
    form.set('website', 'https://spam.example');
    const answer = await fetch(pathOf(job), { method: 'POST', body: form, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/careers/jobs/${job}/thanks`]);
    expect(await applicationsTo(job)).toEqual([]);
  });

  it('has a policy without scripts, and the job in JSON-LD for search engines, who may list it', async () => {
    const answer = await fetch(pathOf());
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; /);
    const text = await answer.text();
    expect(text).not.toContain('noindex');
    const [, posting] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
    expect(JSON.parse(posting!)).toMatchObject({ '@type': 'JobPosting', title: 'Engineer for <gauges> & meters' });
    expect(text.match(/<script/g)).toHaveLength(1);
  });

  it('has pages of jobs', async () => {
    const { client: own, id: workspace } = await suite.workspace('Acme');
    expect(await (await fetch(`${suite.base}/careers/${workspace}`)).text()).toContain('No job is open at the moment.');
    for (let number = 0; number < 21; number++) {
      const { id: job } = (await own.post('/v1/careers/jobs', { title: `Job ${number}.` })).body;
      await own.post(`/v1/careers/jobs/${job}/publish`);
    }
    await without(async (page) => {
      await page.goto(`${suite.base}/careers/${workspace}`);
      await page.getByRole('link', { name: 'Job 20.' }).waitFor();
      expect(await page.getByRole('link', { name: 'Job 0.' }).count()).toBe(0);
      await page.getByRole('link', { name: 'More jobs' }).click();
      await page.getByRole('link', { name: 'Job 0.' }).waitFor();
      provoke(page, 404);
      await page.goto(`${suite.base}/careers/ws_none`);
      await page.getByRole('heading', { name: 'This job is not open' }).waitFor();
    });
  });

  it('has the colour and the logo of the company', async () => {
    // Yellow cannot be read on white: the looks that follow show that it is made readable.
    const brand = { accent_color: '#ffee00', logo: PICTURE };
    expect((await client.patch('/v1/access/workspace', brand)).status).toBe(200);
    await without(async (page) => {
      await page.goto(pathOf());
      const logo = page.locator('header img');
      expect(await logo.evaluate((image: any) => [image.src, image.naturalWidth])).toEqual([PICTURE, 1]);
      const color = await page.getByRole('button', { name: 'Send application' }).evaluate(backgroundOf);
      expect(color).toMatch(/^rgb\((\d+), \d+, 0\)$/);
    });
  });

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['open jobs', (page) => page.goto(`${suite.base}/careers/${suite.workspaceId}`)],
    ['a job', (page) => page.goto(pathOf())],
    [
      'a job, with problems',
      async (page) => {
        provoke(page, 400);
        await page.goto(pathOf());
        await fill(page, 'lucy@example.com');
        await page.getByLabel('Years of experience').fill('a few');
        await send(page);
        await page.getByRole('alert').waitFor();
      },
    ],
    ['thanks', (page) => page.goto(`${pathOf()}/thanks`)],
  ])('is good for everybody: %s', (name, arrive) => browser.expectGood(`careers ${name}`, arrive));

  it('is good for everybody in a German browser, too', () =>
    browser.within({ locale: 'de-DE' }, async (page) => {
      await page.goto(pathOf());
      await page.getByLabel('Name', { exact: true }).fill('Jonathan Harker');
      await page.getByLabel('E-Mail-Adresse').fill('jonathan@example.com');
      await page.getByLabel('Your CV').setInputFiles(CV);
      await page.getByRole('group', { name: 'May you work here?' }).getByLabel('Ja').check();
      await page.getByLabel('Years of experience').fill('einige');
      provoke(page, 400);
      await page.getByRole('button', { name: 'Bewerbung senden' }).click();
      await page.getByRole('alert').getByText('Die Bewerbung ist noch nicht gesendet.').waitFor();
      await expectGoodLooks('careers a job, with problems, in German', page);
    }));
});

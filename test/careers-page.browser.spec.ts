import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chromium, noChromium, provoke } from './support/chromium.js';
import { startTestApp, type TestApp } from './support/test-app.js';

const CV = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

/** The page of the guide, on a server of its own: another origin than the API, which knows nothing of it. */
describe.skipIf(noChromium)('The careers page of docs/careers.md', () => {
  let suite: TestApp;
  let site: Server;
  let origin: string;
  let browser: Chromium;
  beforeAll(async () => {
    suite = await startTestApp();
    const page = (await readFile('examples/careers-page.html', 'utf8'))
      .replace('https://suite.example.com', suite.base)
      .replace('ws_…', suite.workspaceId);
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page)).listen(
      0,
      '127.0.0.1',
    );
    await once(site, 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    browser = new Chromium();
  });
  afterAll(async () => {
    await browser.close();
    site.closeAllConnections();
    site.close();
    await suite.close();
  });

  async function aJob(title: string): Promise<string> {
    const { client } = suite;
    const fields = [
      { name: 'cv', label: 'Your CV', type: 'file', required: true },
      { name: 'start', label: 'When can you begin?', type: 'select', options: ['at once', 'later'], required: true },
      { name: 'tools', label: 'What do you work with?', type: 'multi_select', options: ['TypeScript', 'SQL', 'C'] },
      { name: 'remote', label: 'From home?', type: 'boolean' },
      { name: 'years', label: 'Years of experience', type: 'number' },
      { name: 'why', label: 'Why us?', type: 'long_text' },
    ];
    const description = '<p>You build <b>it</b>.</p><script>document.title = "stolen"</script>';
    const facts = { title, location: 'Berlin', description, application_form: { fields } };
    const { id } = (await client.post('/v1/careers/jobs', facts)).body;
    await client.post(`/v1/careers/jobs/${id}/publish`);
    return id;
  }

  it('shows jobs, takes an application with a CV, and says what is wrong with one', async () => {
    const title = 'Engineer <img src=x onerror=alert(1)>';
    const id = await aJob(title);
    await browser.within({ viewport: { width: 800, height: 1200 } }, async (page) => {
      provoke(page, 400);
      const problems: string[] = [];
      page.on('dialog', (dialog) => problems.push(dialog.message()));
      await page.goto(origin);
      await page.getByRole('link', { name: `${title}, Berlin` }).click();
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await page.locator('#job div').first().innerHTML()).toBe('<p>You build <b>it</b>.</p>');
      expect(await page.title()).toBe('Jobs');

      await page.getByLabel('Your name').fill('Ada Lovelace');
      await page.getByLabel('Your address').fill('ada@example.com');
      await page
        .getByLabel('Your CV')
        .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
      await page.getByLabel('When can you begin?').selectOption('later');
      await page.getByLabel('What do you work with?').selectOption(['TypeScript', 'SQL']);
      await page.getByLabel('From home?').selectOption('Yes');
      await page.getByLabel('Years of experience').fill('7.5');
      await page.getByLabel('Why us?').fill('Because.\n</script><b>Really</b>');
      const submitted = () => page.waitForResponse((answer) => answer.request().method() === 'POST');
      const apply = async () => {
        const [answer] = await Promise.all([submitted(), page.getByRole('button', { name: 'Apply' }).click()]);
        return answer;
      };
      expect((await apply()).status()).toBe(400);
      await page.getByRole('alert').getByText(/cv/).waitFor();
      await photo('refused');

      await page.getByLabel('Your CV').setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: CV });
      const answer = await apply();
      expect([answer.status(), Object.keys(await answer.json())]).toEqual([
        201,
        ['id', 'job_id', 'status', 'stage_id', 'submitted_at'],
      ]);
      await page.getByRole('status').getByText('Thank you.').waitFor();
      await photo('accepted');
      expect(problems).toEqual([]);

      async function photo(name: string): Promise<void> {
        const into = process.env.PAGE_PHOTOS;
        if (into) await page.screenshot({ path: join(into, `careers ${name}.png`), fullPage: true });
      }
    });
    const { data } = (await suite.client.get(`/v1/careers/jobs/${id}/applications`)).body;
    const { body } = await suite.client.get(`/v1/careers/applications/${data[0].id}`);
    expect(body.candidate).toEqual({ display_name: 'Ada Lovelace', email: 'ada@example.com', phone: null });
    expect(body.answers).toEqual([
      { field: 'start', value: 'later' },
      { field: 'tools', value: 'TypeScript' },
      { field: 'tools', value: 'SQL' },
      { field: 'remote', value: 'true' },
      { field: 'years', value: '7.5' },
      { field: 'why', value: 'Because.\n</script><b>Really</b>' },
    ]);
    expect(body.attachments).toMatchObject([{ label: 'cv', name: 'cv.pdf' }]);
  });

  it('can be used by everybody', async () => {
    const id = await aJob('Designer');
    await browser.expectGood('careers page', async (page) => {
      await page.goto(`${origin}/#${id}`);
      await page.getByRole('button', { name: 'Apply' }).waitFor();
    });
  });
});

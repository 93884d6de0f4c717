import { stat } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium } from './support/chromium.js';
import { TestConsole } from './support/console.js';
import type { Client } from './support/test-app.js';

const MARKDOWN = `# Plan

Begin **soon**, see [the site](https://example.com/a_b) and [not this](javascript:alert(1)). <script>alert(1)</script>

- one
  - within
- two

1. first
2. second

| Site | Lost |
| --- | ---: |
| Porto | 3 |

> Quoted

\`\`\`
<b>code</b> **not bold**
\`\`\`
`;

const HTML = `<h1 onclick="alert(1)">Plan</h1><p style="position:fixed">Begin <b>soon</b>.<script>alert(1)</script>
<img src=x onerror=alert(1) alt="A picture"></p><a href="javascript:alert(1)">not this</a> <a href="https://example.com/">the site</a>
<iframe src="https://example.com"></iframe><table><tr><td>Cell</td></tr></table><form><input value="x"></form>`;

describe.skipIf(noChromium)('Documents and spreadsheets in the console', () => {
  let app: TestConsole;
  let owner: User;
  let client: Client;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    app = await TestConsole.start();
    owner = await app.user();
    ({ client } = app.suite);
    const made = async (path: string, body: object) => (await client.post(path, body)).body.id as string;
    const form = new FormData();
    form.set('file', new Blob(['We met.']), 'minutes.txt');
    const uploaded = await fetch(`${app.suite.base}/v1/office/files`, {
      method: 'POST',
      headers: { 'X-API-Key': client.key! },
      body: form,
    });
    const file = ((await uploaded.json()) as { id: string }).id;
    const permissions = { visibility: 'workspace' };
    for (const [title, content_type, content] of [
      ['Markdown', 'markdown', MARKDOWN],
      ['Web', 'html', HTML],
      ['Long', 'text', `شعر ${'x'.repeat(1_000_000)}`],
    ])
      ids[title!] = await made('/v1/office/documents', {
        title,
        content_type,
        content,
        permissions,
        attachments: title === 'Markdown' ? [file] : [],
      });
    ids.sheet = await made('/v1/office/sheets', {
      title: 'Budget',
      initial_sheets: [{ name: "It's mine" }, { name: 'Long', rows: 20_000, columns: 60 }],
    });
    const write = (range: string, values: unknown[][]) =>
      client.put(`/v1/office/sheets/${ids.sheet}/values`, { range, value_input: 'user_entered', values });
    await write("'It''s mine'!A1", [
      ['Rent', '$1,200.00'],
      ['Food', '$400.50'],
      ['Total', '=SUM(B1:B2)'],
      ['Wrong', '=1/0'],
      ['<img src=x onerror=alert(1)>'],
    ]);
    await write('Long!BH20000', [['the last cell']]);
  });
  afterAll(() => app?.close());

  const content = (page: Page) => page.getByRole('region', { name: 'Content' });
  const grid = (page: Page) => page.getByRole('grid');
  const typedInto = (page: Page, cell: string) => page.getByRole('status', { name: `In ${cell}`, exact: true });

  it('shows Markdown as it reads and as it was written, and gives out what is attached', async () => {
    await app.within(owner, 'documents', async (page) => {
      await page.getByRole('link', { name: 'Markdown' }).click();
      await content(page).getByRole('heading', { name: 'Plan', level: 2 }).waitFor();
      const link = content(page).getByRole('link');
      expect(await link.allTextContents()).toEqual(['the site']);
      expect(await link.getAttribute('href')).toBe('https://example.com/a_b');
      expect(await content(page).locator('script, iframe, img').count()).toBe(0);
      await content(page).getByText('<script>alert(1)</script>').waitFor();
      expect(await content(page).locator('ul ul li').allTextContents()).toEqual(['within']);
      expect(await content(page).locator('ol li').allTextContents()).toEqual(['first', 'second']);
      expect(await content(page).getByRole('cell').allTextContents()).toEqual(['Porto', '3']);
      expect(await content(page).locator('pre').textContent()).toBe('<b>code</b> **not bold**\n');
      expect(await content(page).locator('strong').allTextContents()).toEqual(['soon']);
      const download = page.waitForRequest(/\/files\/\w+\?name=minutes\.txt/);
      await page.getByRole('button', { name: 'Download minutes.txt' }).click();
      await download;
      await content(page).getByText('Markdown', { exact: true }).click();
      await content(page).getByText('Begin **soon**').waitFor();
    });
  });

  it('draws HTML anew, without anything that runs, loads or decides how the page looks', async () => {
    await app.within(owner, `documents/${ids.Web}`, async (page) => {
      const text = content(page).locator('[dir=auto]');
      await text.getByText('A picture').waitFor();
      expect(await text.locator(':is(script, iframe, img, form, input, [style], [onclick])').count()).toBe(0);
      expect(await content(page).getByRole('link').allTextContents()).toEqual(['the site']);
      await content(page).getByRole('cell', { name: 'Cell' }).waitFor();
    });
  });

  it('cuts a text of a million characters, without a mouse too', async () => {
    await app.within(owner, 'documents?sort=title:asc', async (page) => {
      await page.getByRole('table', { name: 'Documents' }).waitFor();
      await app.tabTo(page, 'Long');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: /Show all 1,000,004/ }).waitFor();
      expect((await content(page).textContent())!.length).toBeLessThan(110_000);
    });
  });

  it('shows cells, what was typed into them, and every tab', async () => {
    await app.within(owner, 'sheets', async (page) => {
      await page.getByRole('link', { name: 'Budget' }).click();
      await grid(page).getByText('$1,600.50').click();
      await typedInto(page, 'B3').getByText('=SUM(B1:B2)').waitFor();
      await grid(page).getByText('#DIV/0!').waitFor();
      await page.getByText('Formulas', { exact: true }).click();
      await grid(page).getByText('=SUM(B1:B2)').waitFor();
      await page.waitForURL(/cells=formulas/);
      for (const [as, name] of [
        ['All tabs, as .xlsx', /^Budget\.xlsx$/],
        ['This tab, as .csv', /^Budget, It.s mine\.csv$/],
      ] as const) {
        await page.getByRole('button', { name: 'Download' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: as }).click(),
        ]);
        expect(file.suggestedFilename()).toMatch(name);
        expect((await stat(await file.path())).size).toBeGreaterThan(50);
      }
      await grid(page).getByText('<img src=x onerror=alert(1)>').waitFor();
      await page.getByRole('tab', { name: 'Long' }).click();
      await page.waitForURL(/tab=Long/);
      await page.getByRole('grid', { name: 'Long' }).waitFor();
    });
  });

  it('walks through a sheet of any size by keys, and draws what is in sight', async () => {
    await app.within(owner, `sheets/${ids.sheet}?tab=Long`, async (page) => {
      await grid(page).getByRole('gridcell').first().waitFor();
      await grid(page).focus();
      await page.keyboard.press('Control+End');
      await typedInto(page, 'BH20000').getByText('the last cell').waitFor();
      await grid(page).getByText('the last cell').waitFor();
      expect(await grid(page).getByRole('gridcell').count()).toBeLessThan(800);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await typedInto(page, 'B2').waitFor({ state: 'attached' });
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['documents', 'documents', (page) => page.getByRole('link', { name: 'Web', exact: true }).waitFor()],
      ['a document', `documents/${ids.Markdown}`, (page) => content(page).getByText('Quoted').waitFor()],
      ['spreadsheets', 'sheets', (page) => page.getByRole('link', { name: 'Budget' }).waitFor()],
      ['a spreadsheet', `sheets/${ids.sheet}`, (page) => grid(page).getByText('$1,600.50').waitFor()],
    ]));
});

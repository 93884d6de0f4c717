import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { User } from '../src/access/users/user.entity.js';
import { noChromium, provoke } from './support/chromium.js';
import { choose, focusInDialog, TestConsole } from './support/console.js';
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
  const bar = (page: Page, cell: string) => page.getByRole('textbox', { name: `In ${cell}`, exact: true });
  const inBar = (page: Page, cell: string) => expect.poll(() => bar(page, cell).inputValue());

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
      await inBar(page, 'B3').toBe('=SUM(B1:B2)');
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
      await inBar(page, 'BH20000').toBe('the last cell');
      await grid(page).getByText('the last cell').waitFor();
      expect(await grid(page).getByRole('gridcell').count()).toBeLessThan(800);
      await page.keyboard.press('Control+Home');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await inBar(page, 'B2').toBe('');
    });
  });

  it('writes cells by keys, computes, copies, pastes, formats, and takes all of it back', async () => {
    const { id } = (await client.post('/v1/office/sheets', { title: 'Trip' })).body;
    const values = async (value_render = 'formatted') =>
      (await client.get(`/v1/office/sheets/${id}/values?range=A1:D6&value_render=${value_render}`)).body.values;
    const saved = (page: Page) => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
    await app.within(owner, `sheets/${id}`, async (page) => {
      const { keyboard } = page;
      const press = async (...keys: string[]) => {
        for (const key of keys) await keyboard.press(key);
      };
      await grid(page).getByRole('gridcell').first().click();
      // Enter goes on below the cell in which Tab was pressed first.
      for (const [index, text] of ['Rail', '$120.50', 'Hotel', '$300.00'].entries()) {
        await keyboard.type(text);
        await press(index % 2 ? 'Enter' : 'Tab');
      }
      await keyboard.type('Sum');
      await press('Tab');
      await keyboard.type('=SUM(B1:B2)');
      await press('Enter');
      await grid(page).getByText('$420.50').waitFor();
      await saved(page);
      expect(await values()).toEqual([
        ['Rail', '$120.50'],
        ['Hotel', '$300.00'],
        ['Sum', '$420.50'],
      ]);

      // A number keeps the format of the cell; the bar shows it without.
      await press('Control+Home', 'ArrowRight');
      await inBar(page, 'B1').toBe('120.5');
      await press('F2', 'Control+a');
      await keyboard.type('99');
      await press('Enter');
      await grid(page).getByText('$399.00').waitFor();

      // The numbers of the chosen cells, results of formulas too.
      await press('Control+Home', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowDown');
      const line = page.getByRole('status').filter({ hasText: 'Average' });
      await line.getByText('Sum 798').waitFor();
      expect(await line.innerText()).toMatch(/Average 266\s*Count 3/);
      await press('ArrowLeft');
      await line.waitFor({ state: 'detached' });
      await press('Control+Home', 'ArrowRight', 'ArrowDown');

      // A formula copied to the right refers to the cells beside.
      await press('ArrowUp', 'ArrowDown', 'ArrowDown', 'Control+c', 'ArrowRight', 'Control+v');
      await saved(page);
      expect((await values('formula'))[2]).toEqual(['Sum', '=SUM(B1:B2)', '=SUM(C1:C2)']);

      // Rows of another program, and the keys that choose them.
      await page.evaluate(() => (globalThis as any).navigator.clipboard.writeText('Food\t=B1*2\r\nTaxi\t"12\n"\r\n'));
      await press('ArrowDown', 'ArrowLeft', 'ArrowLeft', 'Control+v');
      await grid(page).getByText('Taxi').waitFor();
      await saved(page);
      expect((await values())[3]).toEqual(['Food', '$198.00']);
      await page.getByText('A4:B5').waitFor();
      await press('Delete');
      await expect.poll(() => values()).toHaveLength(3);
      await saved(page);
      await press('Control+z');
      await expect.poll(async () => (await values('formula'))[3]).toEqual(['Food', '=B1*2']);
      await saved(page);
      await press('Control+y');
      await expect.poll(() => values()).toHaveLength(3);
      await saved(page);

      await press('Control+Home');
      await keyboard.type('0.25');
      await press('Enter', 'ArrowUp');
      await saved(page);
      await page.getByRole('button', { name: 'Format' }).click();
      await page.getByRole('menuitem', { name: 'Percent, 12%' }).click();
      await grid(page).getByText('25.00%').or(grid(page).getByText('25%')).waitFor();
      await saved(page);
      await page.getByRole('button', { name: 'Undo: Format' }).click();
      await grid(page).getByText('0.25').waitFor();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Add 1,000 rows' }).click();
      await page.getByText('The tab has 1,000 more rows.').waitFor();
      expect((await client.get(`/v1/office/sheets/${id}`)).body.sheets).toMatchObject([{ rows: 2000, columns: 26 }]);

      // Somebody else writes into a cell while its text is being typed.
      const colleague = await app.suite.signedIn('office:editor');
      await grid(page).getByText('0.25').dblclick();
      await page.getByRole('textbox', { name: 'Content of A1' }).fill('mine');
      await colleague.client.put(`/v1/office/sheets/${id}/values`, { range: 'A1', values: [['theirs']] });
      await press('Enter');
      await page.getByText('It holds “theirs” now.').waitFor();
      await page.getByRole('button', { name: 'Write mine' }).click();
      await saved(page);
      expect((await values())[0]).toEqual(['mine', '$99.00']);

      // Escape and Tab lead out of the cells.
      await grid(page).focus();
      await press('Escape', 'Tab');
      expect(await grid(page).evaluate((cells: any) => cells.matches(':focus-within'))).toBe(false);
    });
  });

  it('makes a spreadsheet, and one of a file, and brings it back from the trash', async () => {
    await app.within(owner, 'sheets', async (page) => {
      await page.getByRole('button', { name: 'New spreadsheet' }).click();
      await page.getByRole('dialog').getByLabel('Title').fill('Plan');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Plan', level: 1 }).waitFor();
      await grid(page).waitFor();
      await page.getByRole('button', { name: 'More for Plan' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'This spreadsheet is in the trash' }).waitFor();
      await page.getByRole('button', { name: 'Restore' }).click();
      await grid(page).waitFor();
      await page.goto(`${app.suite.base}/console/sheets`);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import' }).click(),
      ]);
      await chooser.setFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: Buffer.from('City,Lost\nPorto,3\n') });
      await page.getByRole('heading', { name: 'cities', level: 1 }).waitFor();
      await grid(page).getByText('Porto').waitFor();
    });
  });

  describe('in the day of an office user', () => {
    const dialog = (page: Page) => page.getByRole('dialog');
    const text = (page: Page) => page.getByRole('textbox', { name: 'Text' });
    const said = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor();
    const read = async (id: string) => (await client.get(`/v1/office/documents/${id}?include_deleted=true`)).body;
    let worker: User;
    beforeAll(async () => {
      worker = await app.user('office:admin');
    });

    it('writes a document by keys alone, keeps it against a mistaken navigation, shares and publishes it', async () => {
      await app.within(worker, 'documents', async (page) => {
        await page.getByRole('table', { name: 'Documents' }).waitFor();
        await app.tabTo(page, 'New document');
        await page.keyboard.press('Enter');
        await page.getByLabel('Title').waitFor();
        await text(page).waitFor();
        await app.tabTo(page, 'Title');
        await page.keyboard.type('Minutes of Monday');
        await app.tabTo(page, 'Kind of paragraph');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.locator('[aria-label="Text"]:focus').waitFor();
        await page.keyboard.type('Bold');
        await page.keyboard.press('Control+b');
        await page.keyboard.type(' and plain');
        await page.keyboard.press('Enter');
        await page.keyboard.type('## Decided');
        await page.keyboard.press('Enter');
        await page.keyboard.type('- first');
        await page.keyboard.press('Enter');
        await page.keyboard.type('second ');
        await page.keyboard.press('Control+k');
        await focusInDialog(page);
        await page.keyboard.type('javascript:alert(1)');
        await page.keyboard.press('Enter');
        await dialog(page).getByText('The address must begin with').waitFor();
        await page.keyboard.press('Control+a');
        await page.keyboard.type('example.com/plan');
        await page.keyboard.press('Enter');
        await dialog(page).waitFor({ state: 'detached' });
        // Away by mistake: nothing is lost.
        await page.goBack();
        await dialog(page).getByText('What you wrote since the last save will be lost.').waitFor();
        await focusInDialog(page);
        await page.keyboard.press('Enter');
        await dialog(page).waitFor({ state: 'detached' });
        await page.keyboard.press('Control+s');
        await said(page, 'Document created.');
        await page.waitForURL(/documents\/doc_/);
        await content(page).getByRole('heading', { name: 'Decided' }).waitFor();
        ids.minutes = page.url().split('/').at(-1)!;
        expect((await read(ids.minutes!)).content).toBe(
          '<p><strong>Bold</strong> and plain</p><h2>Decided</h2><ul><li><p>first</p></li>' +
            '<li><p>second <a href="https://example.com/plan">https://example.com/plan</a></p></li></ul>',
        );

        await page.getByRole('button', { name: 'Share' }).click();
        await dialog(page).getByRole('radio', { name: 'Everybody' }).check();
        await dialog(page).getByText(`/v1/office/public/documents/${ids.minutes}`).waitFor();
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await said(page, 'Sharing saved.');
        await page.getByRole('button', { name: 'Publish' }).click();
        await dialog(page).getByText('without signing in').waitFor();
        await dialog(page).getByRole('button', { name: 'Publish' }).click();
        await said(page, 'The document is published.');
        await page.getByText('Created', { exact: true }).waitFor();
        expect(await page.getByRole('main').getByText(ids.minutes!).count(), 'the id is shown').toBe(0);
        await page.getByRole('button', { name: 'Edit owner and tags' }).click();
        await focusInDialog(page);
        await dialog(page).getByLabel('Tags').fill('weekly');
        await dialog(page).getByLabel('Tags').press('Enter');
        await dialog(page).getByRole('button', { name: 'Save' }).click();
        await said(page, 'Document saved.');
        const { status, tags, permissions } = await read(ids.minutes!);
        expect({ status, tags, permissions }).toEqual({
          status: 'published',
          tags: ['weekly'],
          permissions: { visibility: 'public' },
        });
      });
    });

    it('says who else changed a document meanwhile, and keeps both texts', async () => {
      const colleague = await app.suite.signedIn('office:editor');
      await app.within(worker, `documents/${ids.minutes}`, async (page) => {
        provoke(page, 412, 400);
        const write = async (words: string) => {
          await page.getByRole('button', { name: 'Edit', exact: true }).click();
          await text(page).click();
          await page.keyboard.press('Control+End');
          await page.keyboard.type(words);
        };
        await write(', mine');
        // A change of something else does not stand in the way.
        await colleague.client.patch(`/v1/office/documents/${ids.minutes}`, { tags: ['other'] });
        await page.getByRole('button', { name: 'Save' }).click();
        await said(page, 'The document is saved.');
        expect(await read(ids.minutes!)).toMatchObject({ tags: ['other'], content: expect.stringContaining('mine') });

        await write(', again');
        await colleague.client.patch(`/v1/office/documents/${ids.minutes}`, { content: '<p>Theirs</p>' });
        // The page says so before that. Reading it anew takes nothing of what is typed away.
        const notice = page.getByRole('status').filter({ hasText: 'changed this.' });
        await notice.getByRole('button', { name: 'Reload' }).click();
        await notice.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Save' }).click();
        const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else has changed this document' });
        await conflict.getByText('saved it').waitFor();
        expect((await read(ids.minutes!)).content).toBe('<p>Theirs</p>');
        await conflict.getByRole('button', { name: 'Copy my text' }).click();
        await said(page, 'Your text is copied.');
        expect(await page.evaluate(() => (globalThis as any).navigator.clipboard.readText())).toContain('mine, again');
        await conflict.getByRole('button', { name: 'Show theirs' }).click();
        await dialog(page).getByText('Theirs', { exact: true }).waitFor();
        await page.keyboard.press('Escape');
        await conflict.getByRole('button', { name: 'Load theirs' }).click();
        await content(page).getByText('Theirs', { exact: true }).waitFor();

        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page.getByLabel('Title').fill('');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.locator('input[aria-invalid=true]:focus').waitFor();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await dialog(page).getByRole('button', { name: 'Leave' }).click();
        await content(page).getByText('Theirs', { exact: true }).waitFor();
      });
    });

    it('edits Markdown with a preview, HTML that rich text would break as it is, and a table', async () => {
      await app.within(owner, `documents/${ids.Web}`, async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await page
          .getByText('Rich text drops these parts of the document: form, iframe, img, input, script.')
          .waitFor();
        await page.getByRole('region', { name: 'Preview' }).getByText('A picture').waitFor();
        await text(page).fill('<p>One</p>');
        await page.getByText('Rich text', { exact: true }).click();
        await page.locator('[contenteditable=true]').getByText('One').click();
        await page.getByRole('button', { name: 'Table' }).click();
        await page.getByRole('menuitem', { name: 'Insert a table' }).click();
        // The editor takes the focus back with the next frame.
        await page.locator('[contenteditable=true]:focus').waitFor();
        await page.keyboard.type('Site');
        await page.keyboard.press('Tab');
        await page.keyboard.type('Lost');
        await page.keyboard.press('Tab');
        await page.keyboard.type('Won');
        await page.getByRole('button', { name: 'Table' }).click();
        await page.getByRole('menuitem', { name: 'Delete column' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        await said(page, 'The document is saved.');
        await content(page).locator('table').waitFor();
        expect(await content(page).locator('tr').count()).toBe(3);
        expect(await content(page).locator('th').allInnerTexts()).toEqual(['Site', 'Lost']);
        expect((await read(ids.Web!)).content).not.toContain('style');

        await page.goto(`${app.suite.base}/console/documents/${ids.Markdown}`);
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await text(page).fill('# New\n\n- one\n');
        await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'New' }).waitFor();
        await page.getByRole('button', { name: 'Save' }).click();
        await content(page).getByRole('heading', { name: 'New' }).waitFor();
        expect((await read(ids.Markdown!)).content).toBe('# New\n\n- one\n');
      });
    });

    it('attaches files, moves a document to the trash, restores it, and deletes it for good', async () => {
      await app.within(worker, `documents/${ids.minutes}`, async (page) => {
        const attachments = page.getByRole('region', { name: 'Attachments' });
        await page.locator('input[type=file]').setInputFiles([
          { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('One') },
          { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('Two') },
        ]);
        await attachments.getByRole('button', { name: 'Download two.txt' }).waitFor();
        await attachments.getByLabel('Attach a file that is there').fill('minutes');
        await page.getByRole('option', { name: 'minutes.txt' }).click();
        await attachments.getByRole('button', { name: 'Download minutes.txt' }).waitFor();
        await attachments.getByRole('button', { name: 'Remove one.txt from the document' }).click();
        await attachments.getByText('one.txt').waitFor({ state: 'detached' });

        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Move to trash' }).click();
        const trash = page.getByRole('alert').filter({ hasText: 'In the trash' });
        await trash.getByRole('button', { name: 'Restore' }).click();
        await said(page, 'The document is restored.');
        await trash.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Move to trash' }).click();
        await page.getByRole('link', { name: 'Documents' }).first().click();
        await page.getByRole('link', { name: 'Markdown' }).waitFor();
        await page.getByRole('link', { name: 'Minutes of Monday' }).waitFor({ state: 'detached' });
        await choose(page, 'Trash', 'Shown');
        await page.getByRole('link', { name: 'Minutes of Monday' }).click();
        await trash.getByRole('button', { name: 'Delete for good' }).click();
        await dialog(page).getByText('Nobody can bring it back.').waitFor();
        await dialog(page).getByRole('button', { name: 'Delete for good' }).click();
        await page.getByRole('table', { name: 'Documents' }).waitFor();
        expect((await client.get(`/v1/office/documents/${ids.minutes}?include_deleted=true`)).status).toBe(404);
      });
    });

    it('uploads files by button and by drop, resumes after a reload, renames, downloads and deletes', async () => {
      const large = join(await mkdtemp(join(tmpdir(), 'office-')), 'film.bin');
      onTestFinished(() => rm(dirname(large), { recursive: true }));
      await writeFile(large, Buffer.alloc(11 * 1024 * 1024, 7));
      await app.within(worker, 'files', async (page) => {
        const uploading = page.getByRole('region', { name: 'Uploads' });
        const choose = page.locator('input[type=file]').first();
        const parts: string[] = [];
        page.on('request', (request) => void parts.push(...(/parts\/\d+$/.exec(request.url()) ?? [])));
        const arrived = Promise.withResolvers<void>();
        const reloaded = Promise.withResolvers<void>();
        await page.route('**/parts/2', async (route) => {
          arrived.resolve();
          await reloaded.promise;
          await route.abort().catch(() => undefined);
        });
        await page.getByRole('table', { name: 'Files' }).waitFor();
        await choose.setInputFiles(large);
        await arrived.promise;
        await uploading.getByText('5.2 MB of 12 MB').waitFor();
        await choose.setInputFiles([
          { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('A') },
          { name: 'b.txt', mimeType: 'text/plain', buffer: Buffer.from('B') },
        ]);
        await expect.poll(() => uploading.getByText('1 byte, done').count()).toBe(2);
        await page.getByRole('link', { name: 'a.txt' }).waitFor();
        await page.getByRole('button', { name: 'Pause: film.bin' }).click();
        await uploading.getByText('5.2 MB of 12 MB, paused').waitFor();
        await page.reload();
        reloaded.resolve();
        await page.unroute('**/parts/2');
        await page.getByRole('table', { name: 'Files' }).waitFor();
        parts.length = 0;
        await choose.setInputFiles(large);
        await uploading.getByText('12 MB, done').waitFor();
        expect(parts).toEqual(['parts/2', 'parts/3']);

        const dropped = await page.evaluateHandle(() => {
          const { DataTransfer, File } = globalThis as any;
          const transfer = new DataTransfer();
          transfer.items.add(new File(['Dropped'], 'dropped.txt', { type: 'text/plain' }));
          return transfer;
        });
        const heading = page.getByRole('heading', { name: 'Files', level: 1 });
        await heading.dispatchEvent('dragover', { dataTransfer: dropped });
        await heading.dispatchEvent('drop', { dataTransfer: dropped });
        await page.getByRole('link', { name: 'dropped.txt' }).waitFor();

        await page.getByRole('button', { name: 'Actions for dropped.txt' }).focus();
        await page.keyboard.press('Enter');
        await app.tabTo(page, 'Rename', 'ArrowDown');
        await page.keyboard.press('Enter');
        await focusInDialog(page);
        await dialog(page).getByRole('textbox', { name: 'Name' }).fill('kept.txt');
        await page.keyboard.press('Enter');
        await said(page, 'File saved.');
        await page.getByRole('link', { name: 'kept.txt' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Download' }).click(),
        ]);
        expect(await readFile(await file.path(), 'utf8')).toBe('Dropped');
        await page.getByRole('button', { name: 'Delete' }).click();
        await dialog(page).getByText('Files have no trash').waitFor();
        await dialog(page).getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('link', { name: 'film.bin' }).waitFor();
        await page.getByRole('link', { name: 'kept.txt' }).waitFor({ state: 'detached' });
      });
    });
  });

  it('are good for everybody', () =>
    app.expectAllGood(owner, [
      ['documents', 'documents', (page) => page.getByRole('link', { name: 'Web', exact: true }).waitFor()],
      ['a document', `documents/${ids.Markdown}`, (page) => content(page).getByRole('heading').waitFor()],
      [
        'writing a document',
        `documents/${ids.Web}`,
        async (page) => {
          await page.getByRole('button', { name: 'Edit', exact: true }).click();
          await page.locator('[contenteditable=true] table').waitFor();
        },
      ],
      ['a new document', 'documents/new', (page) => page.locator('[contenteditable=true]').waitFor()],
      ['files', 'files', (page) => page.getByRole('link', { name: 'minutes.txt' }).waitFor()],
      ['spreadsheets', 'sheets', (page) => page.getByRole('link', { name: 'Budget' }).waitFor()],
      ['a spreadsheet', `sheets/${ids.sheet}`, (page) => grid(page).getByText('$1,600.50').waitFor()],
    ]));
});

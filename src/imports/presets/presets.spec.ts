import { createReadStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { UserImportKind } from '../../access/users/management/user-import.js';
import { DocumentImportKind } from '../../office/documents/document-import.js';
import { ImportKind, ImportKinds, type ImportOutcome, zip } from '../../platform/index.js';
import { ApplicationImportKind } from '../../careers/imports/application-import.js';
import { JobImportKind } from '../../careers/jobs/job-import.js';
import { CommentImportKind } from '../../project/comments/comment-import.js';
import { ProjectImportKind } from '../../project/projects/project-import.js';
import { SprintImportKind } from '../../project/sprints/sprint-import.js';
import { TaskImportKind } from '../../project/tasks/task-import.js';
import { TimeEntryImportKind } from '../../project/time-entries/time-entry-import.js';
import { ContactImportKind } from '../../sales/contacts/contact-import.js';
import { ActivityImportKind } from '../../sales/imports/activity-import.js';
import { DealImportKind } from '../../sales/imports/deal-import.js';
import type { Locale } from '../convert/conversion.js';
import { type Draft, draftsOf, shownValues } from '../engine/drafts.js';
import { FileStyle } from '../engine/file-style.js';
import { planOf } from '../engine/plan.js';
import { presetOf } from '../engine/preset-of.js';
import { columnsIn, columnsOf, hasRows, rowsOf } from '../engine/source-file.js';
import { UnreadableFile } from '../engine/unreadable-file.js';
import { PRESETS } from './index.js';
import type { SourceRow } from './preset.js';

/** Reading needs the fields of the kinds alone, so they have no stores here. */
const NONE = undefined as never;
const kinds = new ImportKinds();
beforeAll(() => {
  void new ContactImportKind(NONE, NONE, kinds);
  void new ProjectImportKind(NONE, NONE, NONE, NONE, kinds);
  void new SprintImportKind(NONE, NONE, kinds);
  void new TaskImportKind(NONE, NONE, NONE, NONE, NONE, kinds);
  void new CommentImportKind(NONE, NONE, kinds);
  void new TimeEntryImportKind(NONE, NONE, kinds);
  void new DealImportKind(NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, kinds);
  void new ActivityImportKind(NONE, NONE, NONE, kinds);
  void new DocumentImportKind(NONE, NONE, kinds);
  void new UserImportKind(NONE, NONE, kinds);
  void new JobImportKind(NONE, NONE, NONE, NONE, NONE, kinds);
  void new ApplicationImportKind(NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, kinds);
});

const fixture = (name: string) => new URL(`../fixtures/${name}`, import.meta.url);
const streamOf = (text: string | Buffer) => Readable.from([Buffer.from(text)]);

async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const entries = async function* () {
    for (const [name, text] of Object.entries(files))
      yield { name, deflated: text.length > 1_000, content: Readable.from([Buffer.from(text)]) };
  };
  return Buffer.concat(await Readable.from(zip(entries())).toArray());
}

async function read(
  open: () => Readable,
  { zone = 'UTC', mapping = {}, ...given }: Partial<Locale> & { mapping?: Record<string, string | null> } = {},
) {
  const { columns, format } = await columnsOf(open());
  const preset = presetOf(undefined, columns, format, kinds, 'file');
  const plan = planOf(preset, hasRows(format) ? columnsIn(preset) : columns, mapping, kinds);
  const rows: SourceRow[] = [];
  const style = new FileStyle(plan, given);
  for await (const { row } of rowsOf(open(), preset)) {
    rows.push(row);
    style.take(row);
  }
  const drafts = rows.flatMap((row) => draftsOf(row, plan, 0, { zone, ...style.found }));
  return { preset, plan, drafts, rows };
}
const readFixture = (name: string, options = {}) => read(() => createReadStream(fixture(name)), options);

const ofKind = (drafts: readonly Draft[], kind: string) =>
  drafts.filter((draft) => draft.kind === kind).map((draft) => ({ id: draft.external_id, ...shownValues(draft) }));

it('finds each preset by the columns of its fixture, and knows a field for what it maps', async () => {
  const files = {
    'jira.csv': 'jira',
    'linear.csv': 'linear',
    'asana.csv': 'asana',
    'trello.json': 'trello',
    'toggl.csv': 'toggl',
    'clockify.csv': 'clockify',
    'kimai.csv': 'kimai',
    'hubspot-contacts.csv': 'hubspot_contacts',
    'google-contacts.csv': 'google_contacts',
    'hubspot-deals.csv': 'hubspot_deals',
    'pipedrive-deals.csv': 'pipedrive_deals',
    'pipedrive-persons.csv': 'pipedrive_persons',
    'salesforce-contacts.csv': 'salesforce_contacts',
    'salesforce-opportunities.csv': 'salesforce_opportunities',
    'contacts.vcf': 'vcard',
    'greenhouse.csv': 'greenhouse',
    'greenhouse-jobs.csv': 'greenhouse_jobs',
    'lever.csv': 'lever',
  };
  for (const [name, id] of Object.entries(files)) expect((await readFixture(name)).preset.id).toBe(id);
  const zips = ['notion', 'confluence', 'outline', 'files'];
  expect([...Object.values(files), ...zips].toSorted()).toEqual(PRESETS.map(({ id }) => id).toSorted());
});

it('reads issues of Jira with sprints, parents, comments and logged work', async () => {
  const { drafts, plan } = await readFixture('jira.csv');
  expect(drafts.flatMap(({ problems }) => problems)).toEqual([]);
  expect(ofKind(drafts, 'task')).toEqual([
    {
      id: 'jira:WEB-3',
      title: 'Pick a colour',
      status: 'in_progress',
      priority: 'medium',
      assignee: 'Ada Lovelace',
      labels: [],
      project: 'WEB',
      parent: 'WEB-2',
    },
    {
      id: 'jira:WEB-2',
      title: 'Build the shop',
      description: 'Two lines,\nand a "quote"',
      status: 'todo',
      priority: 'urgent',
      assignee: 'ada@example.com',
      due_date: '2026-03-31',
      labels: ['shop', 'q2', 'Story', 'Epic: Shop', 'Code Freeze'],
      project: 'WEB',
      sprint: 'WEB/Sprint 2',
    },
    {
      id: 'jira:WEB-1',
      title: 'Shop',
      status: 'done',
      priority: 'low',
      completed_at: '2026-03-15T18:30:00.000Z',
      labels: ['Epic'],
      project: 'WEB',
    },
  ]);
  expect(drafts.find(({ external_id }) => external_id === 'jira:WEB-2')!.aliases).toEqual(['jira:10002']);
  expect(ofKind(drafts, 'sprint').map(({ id }) => id)).toEqual(['jira:WEB/Sprint 1', 'jira:WEB/Sprint 2']);
  expect(ofKind(drafts, 'project')[0]).toMatchObject({
    id: 'jira:WEB',
    name: 'Website',
    status: 'active',
    owner: 'Grace Hopper',
  });
  expect(ofKind(drafts, 'comment')).toMatchObject([
    { task: 'WEB-2', body: 'Looks good; ship it', author: 'Grace Hopper', written_at: '2026-03-04T14:30:00.000Z' },
    { task: 'WEB-2', body: 'Done?', author: '712020:xx', written_at: '2026-03-05T23:59:00.000Z' },
  ]);
  expect(ofKind(drafts, 'time_entry')).toMatchObject([
    { task: 'WEB-2', note: 'Fixed; tested', date: '2026-03-04', user: 'Grace Hopper', duration_seconds: 5400 },
  ]);
  expect(plan.notTaken.get('Attachment')).toContain('not fetched');
  expect(plan.notTaken.get('Custom field (Story Points)')).toBe('No field takes this column.');
});

it('reads issues of Linear, whose dates are instants, in the time zone of the team', async () => {
  const { drafts } = await readFixture('linear.csv', { zone: 'Europe/Berlin' });
  expect(ofKind(drafts, 'task')).toMatchObject([
    { id: 'linear:ENG-2', parent: 'ENG-1', priority: 'none', project: 'p-1' },
    {
      id: 'linear:ENG-1',
      description: 'Line one\nline two — “quotes” ✓',
      due_date: '2026-06-26',
      labels: ['seo', 'content'],
      sprint: 'p-1/ENG/7',
    },
    { id: 'linear:OPS-9', status: 'cancelled', labels: ['archived'], project: 'team/OPS' },
  ]);
  expect(ofKind(drafts, 'sprint')).toEqual([
    { id: 'linear:p-1/ENG/7', name: 'Cycle 7', start_date: '2026-06-01', end_date: '2026-06-14', project: 'p-1' },
  ]);
  expect(ofKind(drafts, 'project').map(({ name }: any) => name)).toEqual(['Rebuild', 'Rebuild', 'OPS']);
});

it('reads tasks of Asana, which name parents by their title', async () => {
  const { drafts } = await readFixture('asana.csv');
  expect(ofKind(drafts, 'task')).toMatchObject([
    {
      id: 'asana:1201',
      assignee: 'ada@example.com',
      labels: ['payments', 'web'],
      project: 'Shop',
      status: 'in_progress',
    },
    { id: 'asana:1202', parent: 'title/Checkout flow', status: 'done', completed_at: '2026-09-10T00:00:00.000Z' },
    { id: 'asana:1203', project: 'Asana', labels: ['Ideas'] },
  ]);
  expect(drafts[0]!.aliases).toEqual(['asana:title/Checkout flow']);
});

it('reads a board of Trello', async () => {
  const { drafts, plan } = await readFixture('trello.json', { zone: 'Europe/Berlin' });
  expect(ofKind(drafts, 'task')).toMatchObject([
    {
      id: 'trello:k1',
      description: 'With seeds\n\nBuy:\n- [x] Flour\n- [ ] Salt',
      assignee: 'Ada Lovelace',
      due_date: '2026-05-05',
      labels: ['green'],
      status: 'in_progress',
    },
    { id: 'trello:k2', labels: ['Someday', 'archived'], status: 'todo' },
  ]);
  expect(ofKind(drafts, 'comment')).toMatchObject([
    { id: 'trello:a1', task: 'k1', body: 'Use rye', author: 'Grace Hopper' },
  ]);
  expect([...plan.notTaken.keys()]).toEqual(['attachments']);
});

describe('reads tracked time', () => {
  it('of Toggl', async () => {
    const { drafts } = await readFixture('toggl.csv');
    expect(ofKind(drafts, 'time_entry')).toMatchObject([
      {
        user: 'ada@example.com',
        date: '2026-03-02',
        duration_seconds: 5400,
        note: 'Review, then fix',
        billable: true,
        task: 'Website/Time from Toggl',
      },
      { date: '2026-03-02', duration_seconds: 2700, billable: false, task: 'Toggl/Time from Toggl' },
    ]);
    expect(ofKind(drafts, 'project')).toEqual([
      { id: 'toggl:project/Website', name: 'Website', status: 'active' },
      { id: 'toggl:project/Toggl', name: 'Toggl', status: 'active' },
    ]);
  });

  it('of Clockify, with the month first', async () => {
    const { drafts } = await readFixture('clockify.csv', { dayFirst: false });
    expect(ofKind(drafts, 'time_entry')).toMatchObject([
      { date: '2026-03-16', duration_seconds: 5400, task: 'Website/Mockups' },
      { date: '2026-03-02', duration_seconds: 900 },
    ]);
    expect(ofKind(drafts, 'task')[0]).toMatchObject({
      id: 'clockify:Website/Mockups',
      title: 'Mockups',
      project: 'project/Website',
    });
  });

  it('of Kimai today, in decimal hours and by address', async () => {
    const text =
      'Date,From,To,Duration,Currency,Rate,Name,Username,E-mail,Customer,Project,Activity,Description,Billable\n' +
      '2026-05-04,09:00,11:00,2,EUR,20,Ada L,ada,ada@example.com,ACME,Web,Fix,,1\n' +
      '2026-05-05,09:00,09:15,0.25,EUR,5,Ada L,ada,ada@example.com,ACME,Web,Fix,,1\n';
    const { preset, drafts } = await read(() => streamOf(text));
    expect(preset.id).toBe('kimai');
    expect(ofKind(drafts, 'time_entry')).toMatchObject([
      { user: 'ada@example.com', duration_seconds: 7200 },
      { user: 'ada@example.com', duration_seconds: 900 },
    ]);
  });

  it('of Kimai, with semicolons, decimal commas and windows-1252', async () => {
    const latin = Buffer.from(readFileSync(fixture('kimai.csv'), 'utf8'), 'latin1');
    const { drafts } = await read(() => streamOf(latin));
    expect(ofKind(drafts, 'time_entry')).toMatchObject([
      { date: '2026-05-04', duration_seconds: 7260, note: 'Größe geprüft', task: 'Webseite/Prüfen' },
      { date: '2026-05-05', duration_seconds: 1800 },
    ]);
  });
});

describe('reads contacts', () => {
  it('of HubSpot, with columns of their own as custom fields', async () => {
    const { drafts } = await readFixture('hubspot-contacts.csv');
    expect(ofKind(drafts, 'contact')).toEqual([
      {
        id: 'hubspot:901',
        first_name: 'Gaëlle',
        last_name: 'Perrin',
        email: 'g.perrin@example.com',
        'custom_fields.other_emails': ['gaelle@example.com', 'gp@example.com'],
        organization_name: 'Fromagerie Perrin',
        phone: '04 50 11 22 33',
        owner: 'Ada Lovelace',
        'custom_fields.lead_status': 'NEW',
        'custom_fields.lifetime_value': '1.234,50',
      },
      { id: 'hubspot:902', email: 'only@example.com' },
    ]);
  });

  it('of Google, with several addresses in a cell', async () => {
    const { drafts, plan } = await readFixture('google-contacts.csv');
    expect(ofKind(drafts, 'contact')).toMatchObject([
      {
        first_name: 'Ada King',
        email: 'ADA@example.org',
        'custom_fields.other_emails': ['ada@home.example', 'ada@work.example'],
        phone: '+44 20 1234',
        tags: ['Friends'],
        'custom_fields.notes': 'Met in\nLondon',
      },
    ]);
    expect(plan.notTaken.get('Photo')).toContain('not fetched');
  });
});

it('reads cards of address books, in all versions', async () => {
  const { drafts, plan } = await readFixture('contacts.vcf');
  expect(ofKind(drafts, 'contact')).toEqual([
    {
      id: 'vcard:u-1',
      display_name: 'Ada Lovelace',
      first_name: 'Ada King',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      'custom_fields.other_emails': ['ada@home.example'],
      organization_name: 'Engines, Research',
      phone: '+44 20 1234',
      'custom_fields.note': 'Met in London, twice.\nAnd a long line that is folded',
      'custom_fields.x-skype': 'ada',
      tags: ['Friends', 'VIP'],
    },
    { id: expect.stringMatching(/^vcard:/), first_name: 'Jörg', last_name: 'Müller', phone: '+49 30 1' },
  ]);
  expect(plan.notTaken.get('PHOTO')).toBe('Photos are not imported.');
});

describe('reads deals', () => {
  it('of HubSpot, with their contacts', async () => {
    const { drafts } = await readFixture('hubspot-deals.csv');
    expect(ofKind(drafts, 'deal')).toEqual([
      {
        id: 'hubspot:7001',
        title: 'Cheese for Acme',
        value: 25_000.5,
        pipeline: 'Sales',
        stage: 'Contract sent',
        status: 'open',
        expected_close_date: '2026-12-01',
        owner: 'Ada Lovelace',
        contacts: ['901', '902'],
      },
      expect.objectContaining({ title: 'Old cheese', status: 'won' }),
    ]);
  });

  it('of Pipedrive, whose persons are named in another file', async () => {
    const { drafts } = await readFixture('pipedrive-deals.csv');
    expect(ofKind(drafts, 'deal')).toMatchObject([
      {
        id: 'pipedrive:deal/11',
        value: 1200.5,
        currency: 'EUR',
        stage: 'Angebot',
        contacts: ['person/name/Grace Hopper'],
        tags: ['hot', 'new'],
      },
      { status: 'lost', close_reason: 'No budget', closed_at: '2026-03-04T10:00:00.000Z' },
    ]);
    const persons = await readFixture('pipedrive-persons.csv');
    expect(persons.drafts[0]).toMatchObject({
      external_id: 'pipedrive:person/5',
      same: ['pipedrive:person/name/Grace Hopper'],
      values: { email: 'grace@example.com', 'custom_fields.other_emails': ['hopper@example.com'] },
    });
  });

  it('of reports and leads of Salesforce, which have no ids or other columns', async () => {
    const contacts = await read(() =>
      streamOf('First Name,Last Name,Account Name,Email,Contact Owner\nKatherine,Johnson,NASA,kj@example.com,Ada L\n'),
    );
    expect(contacts.preset.id).toBe('salesforce_contacts');
    expect(ofKind(contacts.drafts, 'contact')).toMatchObject([
      {
        last_name: 'Johnson',
        organization_name: 'NASA',
        owner: 'Ada L',
        id: expect.stringMatching(/^salesforce:.{22}$/),
      },
    ]);
    const leads = await read(() =>
      streamOf('Id,LastName,FirstName,Company,Email,OwnerId\n00Q1,Johnson,Katherine,NASA,kj@example.com,005A1\n'),
    );
    expect(ofKind(leads.drafts, 'contact')).toMatchObject([{ id: 'salesforce:00Q1', organization_name: 'NASA' }]);
    const deals = await read(() =>
      streamOf(
        'Opportunity Name,Account Name,Stage,Amount,Close Date,Opportunity Owner\nOrbit,NASA,Closed Won,900,2026-10-01,Ada L\n',
      ),
    );
    expect(deals.preset.id).toBe('salesforce_opportunities');
    expect(ofKind(deals.drafts, 'deal')).toMatchObject([{ title: 'Orbit', stage: 'Closed Won', status: 'won' }]);
  });

  it('of Salesforce, without what was deleted there', async () => {
    const { drafts } = await readFixture('salesforce-opportunities.csv');
    expect(ofKind(drafts, 'deal')).toMatchObject([
      { id: 'salesforce:006A1', stage: 'Negotiation', status: 'open', contacts: ['003A1'], owner: '005A1' },
      { status: 'won' },
    ]);
    const contacts = await readFixture('salesforce-contacts.csv');
    expect(contacts.preset.skip!(contacts.rows[1]!)).toBe('The contact was deleted there.');
    expect(ofKind(contacts.drafts, 'contact')[0]).toMatchObject({ phone: '+1 555 2', 'custom_fields.title': 'Dr.' });
  });
});

describe('reads applications', () => {
  it('of Greenhouse, with their jobs, and without prospects', async () => {
    const { preset, drafts, plan, rows } = await readFixture('greenhouse.csv', { dayFirst: false });
    expect(ofKind(drafts, 'application').slice(0, 4)).toEqual([
      {
        id: 'greenhouse:9001',
        job: '401',
        first_name: 'Grace',
        last_name: 'Hopper',
        email: 'grace.hopper@example.org',
        phone: '+1 555 0100',
        stage: 'Face to Face',
        status: 'active',
        company: 'Navy',
        position: 'Rear admiral',
        address: 'New York, NY',
        links: 'https://example.org/grace',
        applied_on: '03/04/2026',
        tags: ['cobol', 'speaker', 'Source: LinkedIn (Prospecting)'],
      },
      expect.objectContaining({
        id: 'greenhouse:9002',
        status: 'disqualified',
        reason: 'Lacking skill(s)/qualification(s)',
        ended_at: '2026-02-20T00:00:00.000Z',
      }),
      expect.objectContaining({ status: 'withdrawn', reason: 'Candidate withdrew' }),
      expect.objectContaining({ status: 'active', stage: 'Hired' }),
    ]);
    expect(ofKind(drafts, 'job')[0]).toMatchObject({ id: 'greenhouse:401', title: 'Compiler engineer' });
    expect(preset.skip!(rows[4]!)).toBe('Prospects without a job are not imported.');
    expect([...plan.notTaken.keys()]).toEqual(['Who Gets Credit', 'Recruiter', 'Coordinator', 'Gender']);
  });

  it('of Greenhouse, whose jobs are in another file', async () => {
    const { drafts } = await readFixture('greenhouse-jobs.csv', { dayFirst: false });
    expect(drafts[0]!.aliases).toEqual(['greenhouse:name/Compiler engineer']);
    expect(ofKind(drafts, 'job')).toMatchObject([
      { id: 'greenhouse:401', employment_type: 'full_time', status: 'paused', tags: ['Requisition: R-17'] },
      { id: 'greenhouse:402', employment_type: 'part_time', status: 'closed', close_reason: 'Position filled' },
    ]);
  });

  it('of Lever, with the postings that they are for', async () => {
    const { drafts, plan } = await readFixture('lever.csv');
    expect(ofKind(drafts, 'application')).toMatchObject([
      { id: 'lever:77aa', job: 'p-1', status: 'active', tags: ['orbit', 'remote', 'Source: Careers page'] },
      {
        id: 'lever:4b1c/p-1',
        status: 'disqualified',
        reason: 'Underqualified',
        ended_at: '2026-02-10T17:30:00.000Z',
        tags: ['Source: referred'],
      },
      { id: 'lever:88bb', status: 'active', stage: 'Hired' },
    ]);
    expect(ofKind(drafts, 'job')[0]).toMatchObject({ title: 'Trajectory analyst', owner: 'ada@example.com' });
    expect(plan.notTaken.get('Stage - New applicant')).toBe('No field takes this column.');
  });
});

describe('reads pages', () => {
  const drafted = async (files: Record<string, string>) => {
    const bytes = await zipped(files);
    const { preset, rows, plan } = await read(() => streamOf(bytes));
    const skipped = rows.flatMap((row) => preset.skip!(row) ?? []);
    const drafts = rows.flatMap((row) =>
      preset.skip!(row) ? [] : draftsOf(row, plan, 0, { zone: 'UTC', dayFirst: true, decimalComma: false }),
    );
    return { preset, skipped, documents: ofKind(drafts, 'document') };
  };
  const [ONE, TWO] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'];

  // Names as in "Export your content": https://www.notion.com/help/export-your-content
  it('of Notion, whose names end in the id of the page', async () => {
    const { preset, skipped, documents } = await drafted({
      'index.html': '<html><body>All</body></html>',
      [`Team ${ONE}.md`]: '# Team: all of us\n\nWelcome',
      [`Team ${ONE}/Übersicht ${TWO}.html`]:
        '<html><head><title>Über&amp;sicht</title></head><body class="x"><p>Da</p></body></html>',
      [`Team ${ONE}/logo.png`]: 'png',
      '__MACOSX/._x.md': 'x',
    });
    expect(preset.id).toBe('notion');
    expect(documents).toEqual([
      {
        id: `notion:${ONE}`,
        title: 'Team: all of us',
        content: '# Team: all of us\n\nWelcome',
        content_type: 'markdown',
      },
      { id: `notion:${TWO}`, title: 'Team / Über&sicht', content: '<p>Da</p>', content_type: 'html' },
    ]);
    expect(skipped).toEqual([
      'The table of contents is not imported.',
      `Team ${ONE}/logo.png: Files beside the pages are not imported. The preset files takes them.`,
    ]);
  });

  // Markup as in "Export content to Word, PDF, HTML and XML": https://confluence.atlassian.com/doc/export-content-to-word-pdf-html-and-xml-139475.html
  it('of Confluence, with the pages above in the title', async () => {
    const { preset, documents } = await drafted({
      'DOCS/index.html': '<html><body><h1>Docs</h1></body></html>',
      'DOCS/Install_65537.html': [
        '<html><head><title>Docs : Install</title></head><body><div id="breadcrumb-section"><ol id="breadcrumbs">',
        '<li class="first"><span><a href="index.html">Docs</a></span></li><li><span><a href="1.html">Guide</a></span></li>',
        '</ol></div><div id="main-content" class="wiki-content group"><p>Step one</p></div>',
        '<div class="pageSection group"><h2>Attachments:</h2></div></body></html>',
      ].join(''),
      'DOCS/98304.html': '<html><head><title>Docs : Guide</title></head><body><p>Guide</p></body></html>',
    });
    expect(preset.id).toBe('confluence');
    expect(documents).toEqual([
      {
        id: 'confluence:65537',
        title: 'Docs / Guide / Install',
        content: '<p>Step one</p></div>',
        content_type: 'html',
      },
      { id: 'confluence:98304', title: 'Docs : Guide', content: '<p>Guide</p>', content_type: 'html' },
    ]);
  });

  // Folders as in "Export": https://docs.getoutline.com/s/guide/doc/export-data
  it('of Outline, and of any folders of Markdown', async () => {
    const { preset, documents } = await drafted({
      'Handbook/People.md': 'No heading',
      'Handbook/People/Leave.md': '# Time off\nAsk.',
      'Handbook/uploads/a.pdf': 'pdf',
    });
    expect(preset.id).toBe('outline');
    expect(documents.map(({ id, title }: Record<string, unknown>) => [id, title])).toEqual([
      ['outline:Handbook/People', 'Handbook / People'],
      ['outline:Handbook/People/Leave', 'Handbook / People / Time off'],
    ]);
  });

  it('with names that do not say they are UTF-8, and pages in other encodings', async () => {
    const bytes = Buffer.from(await zipped({ 'Größe.md': Buffer.from('Gr\xf6\xdfe', 'latin1') }));
    // The flag stands in the header of the file and in the directory.
    for (const [signature, at] of [
      ['PK\x03\x04', 7],
      ['PK\x01\x02', 9],
    ] as const)
      bytes[bytes.indexOf(signature, 0, 'latin1') + at]! &= ~8;
    const { drafts } = await read(() => streamOf(bytes));
    expect(ofKind(drafts, 'document')).toMatchObject([{ title: 'Größe', content: 'Größe' }]);
  });

  it('of thousands', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`Folder ${n % 50}/Page ${n}.md`, `# ${n}`]),
    );
    const bytes = await zipped(files);
    expect((await read(() => streamOf(bytes))).drafts).toHaveLength(2_000);
  });
});

describe('reads files with the names of fields as columns', () => {
  const tasks =
    'external_id,title,project,assignee,due_date,labels,Effort\njira:X-1,Do it,WEB,ada@example.com,2026-05-04,a;b,3\n';

  it('by their kind', async () => {
    const { preset, drafts, plan } = await read(() => streamOf(tasks));
    expect(preset.id).toBe('tasks');
    expect(ofKind(drafts, 'task')).toEqual([
      {
        id: 'jira:X-1',
        title: 'Do it',
        project: 'WEB',
        assignee: 'ada@example.com',
        due_date: '2026-05-04',
        labels: ['a', 'b'],
      },
    ]);
    expect([...plan.notTaken]).toEqual([['Effort', 'No field takes this column.']]);
  });

  it('with columns that the request maps, or leaves out', async () => {
    const mapping = { Effort: 'task.labels', labels: null, due_date: 'task.description' };
    const { drafts, plan } = await read(() => streamOf(tasks), { mapping });
    expect(ofKind(drafts, 'task')).toEqual([
      {
        id: 'jira:X-1',
        title: 'Do it',
        project: 'WEB',
        assignee: 'ada@example.com',
        description: '2026-05-04',
        labels: ['3'],
      },
    ]);
    expect([...plan.notTaken]).toEqual([['labels', 'It is left out.']]);
  });

  it('and tells what is no date, or too long, with the record taken', async () => {
    const { drafts } = await read(() =>
      streamOf(`title,project,due_date,priority\n${'x'.repeat(300)},WEB,soon,huge\n`),
    );
    expect(drafts[0]!.values.title).toHaveLength(255);
    expect(drafts[0]!.problems.map(({ level, field, code }) => `${level} ${field} ${code}`).toSorted()).toEqual([
      'warning due_date invalid_format',
      'warning priority invalid_value',
      'warning title too_long',
    ]);
  });
});

describe('refuses', () => {
  it.each([
    ['nothing', ''],
    ['a quote that never closes', 'title,project\n"Ada\n'],
    ['a quote within a cell', 'title,project\nA"da,x\n'],
    ['bytes that are no text', Buffer.from('PK\x03\x04\0\0')],
    ['JSON that ends too early', '{"cards":[{}'],
  ])('%s', async (_, text) => {
    await expect(read(() => streamOf(text))).rejects.toThrow(UnreadableFile);
  });

  describe('a zip', () => {
    /** Changes bytes of the only entry in the directory of a zip. */
    const patched = async (
      change: (bytes: Buffer, at: number) => void,
      files: Record<string, string> = { 'a.md': 'A' },
    ) => {
      const bytes = Buffer.from(await zipped(files));
      change(bytes, bytes.indexOf('PK\x01\x02', 0, 'latin1'));
      return bytes;
    };
    it.each([
      ['with a path that leads out of it', () => zipped({ '../a.md': 'A' }), 'invalid relative path: ../a.md'],
      ['with an absolute path', () => zipped({ '/etc/a.md': 'A' }), 'absolute path: /etc/a.md'],
      [
        'with a path of Windows that leads out of it',
        () => zipped({ '..\\a.md': 'A' }),
        'invalid relative path: ../a.md',
      ],
      ['with a drive', () => zipped({ 'C:\\a.md': 'A' }), 'absolute path: C:/a.md'],
      [
        'that is encrypted',
        () => patched((bytes, at) => (bytes[at + 8]! |= 1), { 'a.md': 'A'.repeat(2_000) }),
        'a.md is encrypted',
      ],
      [
        'with a name that is not UTF-8 though it says so',
        () => patched((bytes, at) => (bytes[at + 46] = 0xff)),
        'is not UTF-8',
      ],
      [
        'with a NUL in a name',
        () => patched((bytes, at) => (bytes[at + 46] = 0)),
        'the name of an entry has control characters: "\\u0000.md"',
      ],
      ['with a line break in a name', () => zipped({ 'a\nb.md': 'A' }), 'has control characters'],
      [
        'whose page is longer than it says',
        () =>
          patched(
            // The size stands behind the name, in the field of ZIP64.
            (bytes, at) => bytes.writeBigUInt64LE(10n, at + 46 + 'a.md'.length + 4),
            { 'a.md': 'A'.repeat(2 ** 20) },
          ),
        'too many bytes',
      ],
      ['of zips', () => zipped({ 'Export-1.zip': 'PK' }), 'it has only other zips'],
      ['with nothing but hidden files', () => zipped({ '.DS_Store': 'x' }), 'it has no files'],
      ['that ends too early', async () => (await zipped({ 'a.md': 'A' })).subarray(0, -60), 'no zip that can be read'],
    ])('%s', async (_, make, message) => {
      const bytes = await make();
      await expect(read(() => streamOf(bytes))).rejects.toThrow(message);
      await expect(read(() => streamOf(bytes))).rejects.toThrow(UnreadableFile);
    });

    it('as far as its pages are too long', async () => {
      const bytes = await zipped({ 'bomb.md': '0'.repeat(6 * 2 ** 20), 'a.md': 'A' });
      const { preset, rows } = await read(() => streamOf(bytes));
      expect(bytes.length).toBeLessThan(2 ** 16);
      expect(rows.map((row) => preset.skip!(row))).toEqual(['bomb.md: A page has at most 5242880 bytes.', null]);
    });
  });

  it('columns that no preset reads', async () => {
    await expect(read(() => streamOf('a,b\n1,2\n'))).rejects.toMatchObject({
      status: 400,
      details: [{ field: 'preset' }],
    });
  });
});

describe('a kind of an extension', () => {
  class Companies extends ImportKind<any> {
    readonly name = 'company';
    override readonly plural = 'companies';
    override readonly header = ['name'];
    readonly fields = {
      name: { type: 'text', required: true },
      domain: { type: 'text', aliases: ['website'] },
    } as const;
    check = () => ({});
    write = async (): Promise<ImportOutcome<any>[]> => [];
  }
  const withCompanies = new ImportKinds();
  const presetFor = (file: string, ...columns: string[]) => presetOf(undefined, columns, 'csv', withCompanies, file);
  beforeAll(() => {
    for (const kind of kinds.inOrder) withCompanies.add(kind);
    withCompanies.add(new Companies(NONE));
  });

  it.each(['companies.csv', 'Companies.CSV'])('reads a file with the name %s', (file) => {
    const preset = presetFor(file, 'name');
    expect(preset).toMatchObject({ id: 'companies', items: [{ kind: 'company' }] });
    expect(planOf(preset, ['name'], {}, withCompanies).mapping).toEqual(new Map([['name', 'company.name']]));
  });

  it('reads a file whose columns it takes, whatever its name', () => {
    expect(presetFor('export.csv', 'name', 'website').id).toBe('companies');
  });

  it('leaves files with the columns of other kinds to those', () => {
    expect(presetFor('companies.csv', 'title', 'project').id).toBe('tasks');
    expect(presetFor('export.csv', 'name', 'email').id).toBe('contacts');
    expect(presetFor('projects.csv', 'name', 'website').id).toBe('projects');
    expect(presetFor('export.csv', 'name', 'hourly_rate', 'billable').id).toBe('projects');
  });
});

import type { Shown } from '../../kit/index.js';

export type Formats = Shown<'ImportFormats'>;

/** A system that people come from, and the place where it gives its files. */
export interface System {
  id: string;
  title: string;
  about: string;
  /** The presets that read its files. With several, or none, each file is recognised by its columns. */
  presets: readonly string[];
}

/** Recognises each file by its columns. */
export const ANY = 'other';
/** A CSV of any columns, which people match to fields themselves. */
export const CSV = 'csv';

const FIRST: readonly System[] = [
  { id: ANY, title: 'Several, or another one', about: 'Each file is recognised by its columns.', presets: [] },
  { id: CSV, title: 'Other CSV', about: 'Any table saved as CSV. You choose a field for each column.', presets: [] },
];

const of = (id: string, title: string, about: string, ...presets: string[]): System => ({
  id,
  title,
  about,
  presets: presets.length ? presets : [id],
});

/** How each system exports its files. */
const SYSTEMS: readonly System[] = [
  of('jira', 'Jira', 'Issues, Export, CSV (all fields).'),
  of('linear', 'Linear', 'Settings, Import and export, Export CSV.'),
  of('asana', 'Asana', 'Project, Export/Print, CSV.'),
  of('trello', 'Trello', 'Board, Print, export and share, Export as JSON.'),
  of('toggl', 'Toggl Track', 'Reports, Detailed, Download CSV.'),
  of('clockify', 'Clockify', 'Reports, Detailed, Export, CSV.'),
  of('kimai', 'Kimai', 'Export, CSV.'),
  of('hubspot', 'HubSpot', 'Contacts and deals: Export, CSV.', 'hubspot_contacts', 'hubspot_deals'),
  of(
    'pipedrive',
    'Pipedrive',
    'People and deals: list view, Export results, CSV.',
    'pipedrive_persons',
    'pipedrive_deals',
  ),
  of(
    'salesforce',
    'Salesforce',
    'Setup, Data Export: Contact.csv and Opportunity.csv.',
    'salesforce_contacts',
    'salesforce_opportunities',
  ),
  of(
    'greenhouse',
    'Greenhouse',
    'Jobs and candidates: reports, saved as CSV. Jobs first.',
    'greenhouse_jobs',
    'greenhouse',
  ),
  of('lever', 'Lever', 'Candidates, Export, CSV.'),
  of('notion', 'Notion', 'Settings, Export all workspace content, Markdown or HTML: a zip.'),
  of('outline', 'Outline', 'Settings, Export, Markdown or HTML: a zip. Any zip of such files will do.'),
  of('confluence', 'Confluence', 'Space settings, Export space, HTML: a zip.'),
  of('files', 'Files', 'Any zip. Each file in it becomes a file, with its folders as tags.'),
  of('users', 'People', 'CSV with the columns email, name and roles: each is invited.'),
  of('google_contacts', 'Google Contacts', 'Contacts, Export, Google CSV.'),
  of('vcard', 'vCard', 'Contacts of phones, mail programs and address books, .vcf.'),
];

/** The systems whose files the server reads, or those that have records of one kind. */
export function systemsOf({ presets, kinds }: Formats, kind = ''): System[] {
  const read = presets.filter((preset) => !kind || preset.kinds.includes(kind)).map(({ id }) => id);
  const known = SYSTEMS.filter((system) => system.presets.some((id) => read.includes(id)));
  const plain = new Set(kinds.map(({ preset }) => preset));
  const others = presets.filter(
    ({ id }) => read.includes(id) && !plain.has(id) && !SYSTEMS.some((system) => system.presets.includes(id)),
  );
  return [...FIRST, ...known, ...others.map(({ id, title, format }) => of(id, title, `${format.toUpperCase()}.`))];
}

import type { Shown } from '../../kit/index.js';
import { t } from '../../kit/language.js';

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
  { id: ANY, title: t('Several, or another one'), about: t('Each file is recognised by its columns.'), presets: [] },
  {
    id: CSV,
    title: t('Other CSV'),
    about: t('Any table saved as CSV. You choose a field for each column.'),
    presets: [],
  },
];

const of = (id: string, title: string, about: string, ...presets: string[]): System => ({
  id,
  title,
  about,
  presets: presets.length ? presets : [id],
});

/** How each system exports its files. */
const SYSTEMS: readonly System[] = [
  of('jira', 'Jira', t('Issues, Export, CSV (all fields).')),
  of('linear', 'Linear', t('Settings, Import and export, Export CSV.')),
  of('asana', 'Asana', t('Project, Export/Print, CSV.')),
  of('trello', 'Trello', t('Board, Print, export and share, Export as JSON.')),
  of('toggl', t('Toggl Track'), t('Reports, Detailed, Download CSV.')),
  of('clockify', 'Clockify', t('Reports, Detailed, Export, CSV.')),
  of('kimai', 'Kimai', t('Export, CSV.')),
  of('hubspot', 'HubSpot', t('Contacts and deals: Export, CSV.'), 'hubspot_contacts', 'hubspot_deals'),
  of(
    'pipedrive',
    'Pipedrive',
    t('People and deals: list view, Export results, CSV.'),
    'pipedrive_persons',
    'pipedrive_deals',
  ),
  of(
    'salesforce',
    'Salesforce',
    t('Setup, Data Export: Contact.csv and Opportunity.csv.'),
    'salesforce_contacts',
    'salesforce_opportunities',
  ),
  of(
    'greenhouse',
    'Greenhouse',
    t('Jobs and candidates: reports, saved as CSV. Jobs first.'),
    'greenhouse_jobs',
    'greenhouse',
  ),
  of('lever', 'Lever', t('Candidates, Export, CSV.')),
  of('notion', 'Notion', t('Settings, Export all workspace content, Markdown or HTML: a zip.')),
  of('outline', 'Outline', t('Settings, Export, Markdown or HTML: a zip. Any zip of such files will do.')),
  of('confluence', 'Confluence', t('Space settings, Export space, HTML: a zip.')),
  of('files', t('Files'), t('Any zip. Each file in it becomes a file, with its folders as tags.')),
  of('users', t('People'), t('CSV with the columns email, name and roles: each is invited.')),
  of('google_contacts', t('Google Contacts'), t('Contacts, Export, Google CSV.')),
  of('vcard', 'vCard', t('Contacts of phones, mail programs and address books, .vcf.')),
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

/** A system that people come from, and the place where it gives its files. */
interface System {
  id: string;
  title: string;
  about: string;
  /** The preset that reads its files. Without one each file is recognised by its columns. */
  preset?: string;
}

const of = (preset: string, title: string, about: string): System => ({ id: preset, preset, title, about });

export const SYSTEMS: readonly System[] = [
  { id: 'other', title: 'Several, or another one', about: 'Each file is recognised by its columns.' },
  of('jira', 'Jira', 'Issues, Export, CSV (all fields).'),
  of('linear', 'Linear', 'Settings, Import and export, Export CSV.'),
  of('asana', 'Asana', 'Project, Export/Print, CSV.'),
  of('trello', 'Trello', 'Board, Print, export and share, Export as JSON.'),
  of('toggl', 'Toggl Track', 'Reports, Detailed, Download CSV.'),
  of('clockify', 'Clockify', 'Reports, Detailed, Export, CSV.'),
  of('kimai', 'Kimai', 'Export, CSV.'),
  { id: 'hubspot', title: 'HubSpot', about: 'Contacts and deals: Export, CSV.' },
  { id: 'pipedrive', title: 'Pipedrive', about: 'People and deals: list view, Export results, CSV.' },
  { id: 'salesforce', title: 'Salesforce', about: 'Setup, Data Export: Contact.csv and Opportunity.csv.' },
  { id: 'greenhouse', title: 'Greenhouse', about: 'Jobs and candidates: reports, saved as CSV. Jobs first.' },
  of('lever', 'Lever', 'Candidates, Export, CSV.'),
  of('notion', 'Notion', 'Settings, Export all workspace content, Markdown or HTML: a zip.'),
  of('outline', 'Outline', 'Settings, Export, Markdown or HTML: a zip. Any zip of such files will do.'),
  of('confluence', 'Confluence', 'Space settings, Export space, HTML: a zip.'),
  of('files', 'Files', 'Any zip. Each file in it becomes a file, with its folders as tags.'),
  of('users', 'People', 'CSV with the columns email, name and roles: each is invited.'),
  of('google_contacts', 'Google Contacts', 'Contacts, Export, Google CSV.'),
  of('vcard', 'vCard', 'Contacts of phones, mail programs and address books, .vcf.'),
];

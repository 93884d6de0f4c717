import { addressesIn, itemsIn } from '../convert/names.js';
import { always, choice, from, made, type Preset, type SourceRow } from './preset.js';

const OLD = 'Records are as old as the import.';

/** A field that names records by their ids in the other system. */
const records = (columns: readonly string[], ids: (row: SourceRow) => string[]) =>
  made(columns, (row) => {
    const named = ids(row);
    return named.length ? named.map((record) => ({ record })) : undefined;
  });

const ended = (status: string, stage: string): string => {
  if (/won|gewonnen/i.test(status || stage)) return 'won';
  return /lost|verloren/i.test(status || stage) ? 'lost' : 'open';
};

export const hubspotDeals: Preset = {
  id: 'hubspot_deals',
  title: 'HubSpot deals',
  system: 'hubspot',
  format: 'csv',
  file: 'Deals, Export, CSV.',
  header: ['Record ID', 'Deal Name', 'Deal Stage'],
  items: [
    {
      kind: 'deal',
      id: (row) => row.get('Record ID'),
      idFrom: ['Record ID'],
      fields: {
        title: from('Deal Name'),
        value: from('Amount'),
        currency: from('Currency', 'Deal Currency Code'),
        pipeline: from('Pipeline'),
        stage: from('Deal Stage'),
        status: made(['Deal Stage'], (row) => ended('', row.get('Deal Stage'))),
        close_reason: from('Closed Won Reason', 'Closed Lost Reason'),
        expected_close_date: from('Close Date'),
        owner: from('Deal owner'),
        contacts: records(['Associated Contact IDs'], (row) => itemsIn(row.get('Associated Contact IDs'), ';')),
      },
    },
  ],
  notTaken: {
    'Create Date': OLD,
    'Last Activity Date': OLD,
    'Last Modified Date': OLD,
    'Associated Contact': 'Contacts are found by their ids.',
    'Associated Company': 'Contacts have the name of their organization.',
    'Associated Company IDs': 'Contacts have the name of their organization.',
  },
};

export const pipedriveDeals: Preset = {
  id: 'pipedrive_deals',
  title: 'Pipedrive deals',
  system: 'pipedrive',
  format: 'csv',
  file: 'Deals, list view, Export results, CSV.',
  header: ['Deal - Title', 'Deal - Stage|Deal - Status'],
  items: [
    {
      kind: 'deal',
      id: (row) =>
        `deal/${row.get('Deal - ID') || row.digest('Deal - Title', 'Deal - Organization', 'Deal - Contact person')}`,
      idFrom: ['Deal - ID'],
      fields: {
        title: from('Deal - Title'),
        value: from('Deal - Value'),
        currency: from('Deal - Currency', 'Deal - Currency of Value'),
        pipeline: from('Deal - Pipeline'),
        stage: from('Deal - Stage'),
        status: choice(['Deal - Status'], { open: 'open', won: 'won', lost: 'lost', deleted: 'archived' }, 'open'),
        close_reason: from('Deal - Lost reason'),
        closed_at: from('Deal - Won time', 'Deal - Lost time', 'Deal - Deal closed on'),
        expected_close_date: from('Deal - Expected close date'),
        owner: from('Deal - Owner'),
        contacts: records(['Deal - Contact person', 'Person - ID'], personOf),
        tags: from('Deal - Label'),
      },
    },
    {
      kind: 'contact',
      id: (row) => personOf(row)[0] ?? null,
      named: true,
      fields: {
        display_name: from('Deal - Contact person', 'Person - Name'),
        organization_name: from('Deal - Organization', 'Person - Organization'),
      },
    },
  ],
  notTaken: {
    'Deal - Deal created': OLD,
    'Deal - Update time': OLD,
    'Deal - Probability': 'Stages have the probability.',
  },
};

/** Deals name persons, in other files too: the id where the file has it, else the name. */
function personOf(row: SourceRow): string[] {
  const id = row.get('Person - ID', 'Deal - Contact person ID');
  const name = row.get('Deal - Contact person', 'Person - Name');
  return id ? [`person/${id}`] : name ? [`person/name/${name}`] : [];
}

const MAILS = ['Person - Email - Work', 'Person - Email - Home', 'Person - Email - Other', 'Person - Email'];

export const pipedrivePersons: Preset = {
  id: 'pipedrive_persons',
  title: 'Pipedrive persons',
  system: 'pipedrive',
  format: 'csv',
  file: 'Contacts, People, Export results, CSV.',
  header: ['Person - Name'],
  custom: 'contact',
  items: [
    {
      kind: 'contact',
      id: (row) => personOf(row)[0] ?? null,
      idFrom: ['Person - ID'],
      same: (row) => [`person/name/${row.get('Person - Name')}`],
      fields: {
        display_name: from('Person - Name'),
        organization_name: from('Person - Organization'),
        email: made(MAILS, (row) => MAILS.flatMap((column) => addressesIn(row.get(column)))[0]),
        'custom_fields.other_emails': made(MAILS, (row) => {
          const others = [...new Set(MAILS.flatMap((column) => addressesIn(row.get(column))))].slice(1);
          return others.length ? others : undefined;
        }),
        phone: from('Person - Phone - Work', 'Person - Phone - Mobile', 'Person - Phone - Home', 'Person - Phone'),
        owner: from('Person - Owner'),
        tags: from('Person - Label'),
      },
    },
  ],
  notTaken: {
    'Person - Person created': OLD,
    'Person - Update time': OLD,
  },
};

const CONTACT_IDS = ['Id', 'Contact ID', 'Lead ID'];

export const salesforceContacts: Preset = {
  id: 'salesforce_contacts',
  title: 'Salesforce contacts',
  system: 'salesforce',
  format: 'csv',
  file: 'Setup, Data Export, Contact.csv or Lead.csv; or a report of contacts or leads.',
  header: [
    'LastName|Last Name',
    'FirstName|First Name',
    'Email',
    'OwnerId|Contact Owner|Lead Owner|Account Name|Company / Account|Contact ID|Lead ID',
  ],
  custom: 'contact',
  skip: (row) => (isTrue(row.get('IsDeleted')) ? 'The contact was deleted there.' : null),
  items: [
    {
      kind: 'contact',
      // Reports have no ids unless somebody adds the column.
      id: (row) => row.get(...CONTACT_IDS) || row.digest('First Name', 'Last Name', 'Email'),
      idFrom: CONTACT_IDS,
      fields: {
        first_name: from('FirstName', 'First Name'),
        last_name: from('LastName', 'Last Name'),
        email: from('Email'),
        organization_name: from('Company', 'Account Name', 'Company / Account'),
        phone: from('Phone', 'MobilePhone', 'Mobile'),
        owner: from('OwnerId', 'Contact Owner', 'Lead Owner'),
      },
    },
  ],
  notTaken: {
    IsDeleted: 'Deleted records are skipped.',
    AccountId: 'The export of contacts has no names of organizations.',
    Name: 'First and last name say it.',
    CreatedDate: OLD,
    CreatedById: OLD,
    LastModifiedDate: OLD,
    LastModifiedById: OLD,
    SystemModstamp: OLD,
    PhotoUrl: 'Photos are not fetched.',
  },
};

export const salesforceOpportunities: Preset = {
  id: 'salesforce_opportunities',
  title: 'Salesforce opportunities',
  system: 'salesforce',
  format: 'csv',
  file: 'Setup, Data Export, Opportunity.csv; or a report of opportunities.',
  header: ['Id|Opportunity Name', 'Name|Opportunity Name', 'StageName|Stage', 'CloseDate|Close Date'],
  skip: (row) => (isTrue(row.get('IsDeleted')) ? 'The opportunity was deleted there.' : null),
  items: [
    {
      kind: 'deal',
      id: (row) => row.get('Id', 'Opportunity ID') || row.digest('Opportunity Name', 'Account Name', 'Created Date'),
      idFrom: ['Id', 'Opportunity ID'],
      fields: {
        title: from('Name', 'Opportunity Name'),
        value: from('Amount'),
        currency: from('CurrencyIsoCode'),
        pipeline: always('Salesforce'),
        stage: from('StageName', 'Stage'),
        status: made(['IsWon', 'IsClosed', 'Stage'], (row) =>
          isTrue(row.get('IsWon'))
            ? 'won'
            : isTrue(row.get('IsClosed'))
              ? 'lost'
              : ended('', row.get('StageName', 'Stage')),
        ),
        expected_close_date: from('CloseDate', 'Close Date'),
        owner: from('OwnerId', 'Opportunity Owner'),
        contacts: records(['ContactId'], (row) => (row.get('ContactId') ? [row.get('ContactId')] : [])),
      },
    },
  ],
  notTaken: {
    IsDeleted: 'Deleted records are skipped.',
    AccountId: 'Deals have no organization.',
    Description: 'Deals have no text.',
    Probability: 'Stages have the probability.',
    CreatedDate: OLD,
    CreatedById: OLD,
    LastModifiedDate: OLD,
    LastModifiedById: OLD,
    SystemModstamp: OLD,
  },
};

const isTrue = (text: string): boolean => /^(1|true)$/i.test(text);

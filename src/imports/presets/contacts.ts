import { addressesIn, listIn } from '../convert/names.js';
import { from, made, type Preset, type SourceRow } from './preset.js';

const OLD = 'Records are as old as the import.';

/** Addresses of all columns; the first one is the contact's, a custom field keeps the others. */
const addressesOf = (row: SourceRow, columns: readonly string[]) => [
  ...new Set(columns.flatMap((column) => row.all(column).flatMap(addressesIn))),
];
const email = (...columns: string[]) =>
  made(columns, (row) => addressesOf(row, columns)[0] ?? (row.get(...columns) || undefined));
const otherEmails = (...columns: string[]) =>
  made(columns, (row) => {
    const others = addressesOf(row, columns).slice(1);
    return others.length ? others : undefined;
  });

/** Google writes `+49 1 ::: +49 2` where one label has two numbers. */
const phone = (...columns: string[]) => made(columns, (row) => row.get(...columns).split(' ::: ')[0] || undefined);

export const hubspotContacts: Preset = {
  id: 'hubspot_contacts',
  title: 'HubSpot contacts',
  system: 'hubspot',
  format: 'csv',
  file: 'Contacts, Export, CSV.',
  header: ['Record ID', 'First Name', 'Last Name', 'Email'],
  custom: 'contact',
  items: [
    {
      kind: 'contact',
      id: (row) => row.get('Record ID'),
      idFrom: ['Record ID'],
      fields: {
        first_name: from('First Name'),
        last_name: from('Last Name'),
        email: email('Email', 'Additional email addresses'),
        'custom_fields.other_emails': otherEmails('Email', 'Additional email addresses'),
        organization_name: from('Company Name', 'Associated Company'),
        phone: from('Phone Number', 'Mobile Phone Number'),
        owner: from('Contact owner'),
      },
    },
  ],
  notTaken: {
    'Create Date': OLD,
    'Last Modified Date': OLD,
    'Associated Company IDs': 'Contacts have the name of their organization.',
  },
};

const GOOGLE_MAILS = [1, 2, 3, 4].map((n) => `E-mail ${n} - Value`);
const GOOGLE_PHONES = [1, 2, 3, 4].map((n) => `Phone ${n} - Value`);

export const googleContacts: Preset = {
  id: 'google_contacts',
  title: 'Google Contacts',
  system: 'google',
  format: 'csv',
  file: 'Contacts, Export, Google CSV.',
  header: ['E-mail 1 - Value', 'Phone 1 - Value'],
  custom: 'contact',
  items: [
    {
      kind: 'contact',
      // Google gives no ids: the same person is known by name and address.
      id: (row) =>
        row.digest(
          'First Name',
          'Given Name',
          'Middle Name',
          'Last Name',
          'Family Name',
          'Organization Name',
          ...GOOGLE_MAILS,
          ...GOOGLE_PHONES,
        ),
      fields: {
        first_name: made(
          ['First Name', 'Given Name', 'Middle Name', 'Additional Name'],
          (row) =>
            [row.get('First Name', 'Given Name'), row.get('Middle Name', 'Additional Name')]
              .filter(Boolean)
              .join(' ') || undefined,
        ),
        last_name: from('Last Name', 'Family Name'),
        display_name: from('File As'),
        email: email(...GOOGLE_MAILS),
        'custom_fields.other_emails': otherEmails(...GOOGLE_MAILS),
        organization_name: from('Organization Name', 'Organization 1 - Name'),
        phone: phone(...GOOGLE_PHONES),
        tags: made(['Labels', 'Group Membership'], (row) => listIn(row.get('Labels', 'Group Membership'))),
      },
    },
  ],
  notTaken: {
    Photo: 'Photos are not fetched. Their addresses stand in the column.',
    ...Object.fromEntries(
      [1, 2, 3, 4].flatMap((n) =>
        [`E-mail ${n} - Label`, `Phone ${n} - Label`].map((name) => [name, 'Labels of addresses are not kept.']),
      ),
    ),
  },
};

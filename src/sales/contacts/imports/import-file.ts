import { csvRecords, type Detail, invalid, invalidField, UnreadableCsv, unguarded } from '../../../platform/index.js';
import type { Plan, ReadableFile } from '../../../imports/index.js';
import { isCustomName } from '../custom-fields.js';
import { type ContactRows, ownerIn } from './contact-rows.js';

/** Maximum size of a row. */
const MAX_ROW_BYTES = 2 ** 20;
const MAX_ROWS = 1_000_000;
const MAX_COLUMNS = 1_000;

const FIELDS = [
  'display_name',
  'first_name',
  'last_name',
  'email',
  'organization_name',
  'phone',
  'owner_id',
  'tags',
  'external_id',
  'custom_fields',
];
const CUSTOM = 'custom_fields.';

/** Aliases of fields in other systems. */
const ALIASES = new Map([
  ['name', 'display_name'],
  ['full_name', 'display_name'],
  ['contact_name', 'display_name'],
  ['firstname', 'first_name'],
  ['given_name', 'first_name'],
  ['lastname', 'last_name'],
  ['surname', 'last_name'],
  ['family_name', 'last_name'],
  ['e_mail', 'email'],
  ['mail', 'email'],
  ['email_address', 'email'],
  ['e_mail_address', 'email'],
  ['organization', 'organization_name'],
  ['organisation', 'organization_name'],
  ['organisation_name', 'organization_name'],
  ['company', 'organization_name'],
  ['company_name', 'organization_name'],
  ['phone_number', 'phone'],
  ['telephone', 'phone'],
  ['mobile', 'phone'],
  ['labels', 'tags'],
  ['owner', 'owner_id'],
  // HubSpot.
  ['associated_company', 'organization_name'],
  ['record_id', 'external_id'],
  ['record_id_contact', 'external_id'],
  // Google Contacts.
  ['e_mail_1_value', 'email'],
  ['phone_1_value', 'phone'],
  ['organization_1_name', 'organization_name'],
  ['group_membership', 'tags'],
  // German.
  ['vorname', 'first_name'],
  ['nachname', 'last_name'],
  ['telefon', 'phone'],
  ['firma', 'organization_name'],
]);

export interface FileFacts {
  mapping: Record<string, string>;
  ignored_columns: string[];
  row_count: number;
}

/** Scans a file: mapping of columns and number of rows. 400 if it cannot be imported. */
export async function inspect(bytes: AsyncIterable<Buffer>, given: string | undefined): Promise<FileFacts> {
  let columns: string[] | null = null;
  let row_count = 0;
  try {
    for await (const { cells } of csvRecords(bytes, { maxBytes: MAX_ROW_BYTES })) {
      if (!columns) columns = namesIn(cells);
      else if (++row_count > MAX_ROWS)
        throw invalidField('file', 'too_many', `file must have at most ${MAX_ROWS} rows.`);
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error;
    throw invalidField('file', 'invalid_format', `file must be CSV: ${error.message}`);
  }
  if (!columns) throw invalidField('file', 'required', 'file must have the names of its columns in the first line.');
  const mapping = given === undefined ? guessed(columns) : checked(given, columns);
  if (!Object.values(mapping).some((field) => /name$|email/.test(field) && field !== 'organization_name'))
    throw invalidField('mapping', 'required', 'A column must map to display_name, first_name, last_name or email.');
  return { mapping, ignored_columns: columns.filter((name) => name && !Object.hasOwn(mapping, name)), row_count };
}

function namesIn(cells: string[]): string[] {
  const names = cells.map((cell) => unguarded(cell).trim());
  if (names.length > MAX_COLUMNS)
    throw invalidField('file', 'too_many', `file must have at most ${MAX_COLUMNS} columns.`);
  const twice = names.find((name, index) => name && names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidField('file', 'duplicate', `file must not have two columns named ${twice}.`);
  return names;
}

const isField = (name: string) =>
  FIELDS.includes(name) || (name.startsWith(CUSTOM) && isCustomName(name.slice(CUSTOM.length)));

function guessed(columns: string[]): Record<string, string> {
  const taken = new Set<string>();
  const pairs = columns.flatMap((column) => {
    const plain = column.toLowerCase().replace(/[\s-]+/g, '_');
    const field = column.startsWith(CUSTOM) ? column : (ALIASES.get(plain) ?? plain);
    if (!isField(field) || taken.has(field)) return [];
    taken.add(field);
    return [[column, field]];
  });
  return Object.fromEntries(pairs);
}

/** The mapping that a request names. */
function checked(text: string, columns: string[]): Record<string, string> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    given = null;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalidField('mapping', 'invalid_format', 'mapping must be a JSON object of columns and fields.');
  const problems: Detail[] = [];
  const pairs = Object.entries(given);
  for (const [index, [column, field]] of pairs.entries()) {
    const refuse = (code: Detail['code'], message: string) =>
      problems.push({ field: `mapping.${column}`, code, message });
    if (!columns.includes(column)) refuse('not_found', `The file has no column ${column}.`);
    else if (typeof field !== 'string' || !isField(field))
      refuse('invalid_value', `mapping.${column} must be one of ${FIELDS.join(', ')}, or ${CUSTOM}<name>.`);
    else if (pairs.slice(0, index).some(([, other]) => other === field))
      refuse('duplicate', `Two columns map to ${field}.`);
  }
  if (problems.length) throw invalid(problems);
  return Object.fromEntries(pairs) as Record<string, string>;
}

/** How an inspected file is read. */
export function readingOf(mapping: Record<string, string>, target: ContactRows): Pick<ReadableFile, 'plan' | 'locale'> {
  const fields = Object.entries(mapping).map(([column, name]) => ({
    name,
    from: [column],
    field: name.startsWith(CUSTOM) ? target.fields.custom_fields : target.fields[name as keyof typeof target.fields],
    ...(name === 'owner_id' && { to: (row: { get(column: string): string }) => ownerIn(row.get(column)) }),
  }));
  const preset: Plan['preset'] = {
    id: 'contacts_import',
    title: 'Contacts',
    format: 'csv',
    file: 'CSV',
    header: [],
    items: [],
    notTaken: {},
  };
  const items = [{ kind: target.name, id: () => null, target, fields }];
  const plan: Plan = { preset, system: 'file', items, mapping: new Map(), notTaken: new Map(), dates: [], numbers: [] };
  return { plan, locale: { zone: 'UTC', dayFirst: true, decimalComma: false } };
}

import {
  csvRecords,
  type CsvRecord,
  type Detail,
  invalid,
  invalidField,
  read,
  UnreadableCsv,
  unguarded,
} from '../../../platform/index.js';
import { UpdateContact } from '../contact.dto.js';
import { isCustomName } from '../custom-fields.js';

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

/** A row as contact input, or its problems. */
export interface Row {
  line: number;
  /** Fields of the row without blank cells. */
  input: UpdateContact;
  problems: Detail[];
}

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

/** Rows of an inspected file. */
export async function* rowsOf(bytes: AsyncIterable<Buffer>, mapping: Record<string, string>): AsyncGenerator<Row> {
  let columns: string[] | null = null;
  for await (const record of csvRecords(bytes, { maxBytes: MAX_ROW_BYTES })) {
    if (columns) yield rowOf(record, columns, mapping);
    else columns = namesIn(record.cells);
  }
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

function rowOf({ line, cells }: CsvRecord, columns: string[], mapping: Record<string, string>): Row {
  const values = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    const text = unguarded(cells[index] ?? '').trim();
    if (text !== '' && Object.hasOwn(mapping, column)) values.set(mapping[column]!, text);
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
    const message = `The row has ${cells.length} cells, but the file has ${columns.length} columns.`;
    return { line, input: {}, problems: [{ field: '', code: 'too_many', message }] };
  }
  try {
    return { line, input: read(UpdateContact, inputOf(values)), problems: [] };
  } catch (error) {
    return { line, input: {}, problems: problemsOf(error) };
  }
}

/** A row as input for the reader of a contact. */
function inputOf(values: Map<string, string>): object {
  const input: Record<string, unknown> = {};
  const custom: [string, unknown][] = [];
  for (const [field, text] of values) {
    if (field.startsWith(CUSTOM)) custom.push([field.slice(CUSTOM.length), text]);
    else if (field === 'custom_fields') custom.push(...Object.entries(objectIn(text) ?? { '': text }));
    else if (field === 'tags') input.tags = listIn(text);
    else if (field !== 'first_name' && field !== 'last_name') input[field] = text;
  }
  const name = [values.get('first_name'), values.get('last_name')].filter(Boolean).join(' ');
  if (name && input.display_name === undefined) input.display_name = name;
  if (custom.length) input.custom_fields = Object.fromEntries(custom);
  return input;
}

const listIn = (text: string): unknown => {
  const list = parsed(text);
  if (Array.isArray(list)) return list;
  // Google writes `Friends ::: * myContacts`; the star marks groups of its own.
  const items = text.split(/[;,]|:::/).map((item) => item.trim());
  return [...new Set(items)].filter((item) => item && !item.startsWith('* '));
};

function objectIn(text: string): object | null {
  const value = parsed(text);
  return Array.isArray(value) ? null : (value as object | null);
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** The problems, as details of an API error. */
export function problemsOf(error: unknown): Detail[] {
  const { status, details, message } = error as { status?: number; details?: Detail[]; message: string };
  if (status === undefined || status >= 500) throw error;
  return details?.length ? details : [{ field: '', code: 'invalid_value', message }];
}

import { labelOf } from '../../kit/schema/words.js';
import type { CsvColumn } from './csv.js';
import type { Formats } from './systems.js';
import { t } from '../../kit/language.js';

export type Kind = Formats['kinds'][number];
/** The field of each column; null: the column is left out. */
export type Mapping = Record<string, string | null>;

const CUSTOM = 'custom_fields.';

/** Other names of fields in English and German files, as `plain` writes them. */
const SYNONYMS: Record<string, readonly string[]> = {
  assignee: ['assignedto', 'responsible', 'zustandig', 'bearbeiter'],
  currency: ['wahrung'],
  description: ['beschreibung', 'notes', 'details'],
  display_name: ['name', 'fullname', 'contactname'],
  due_date: ['due', 'deadline', 'fallig', 'falligam'],
  email: ['mail', 'emailaddress', 'mailadresse', 'emailadresse'],
  expected_close_date: ['closedate', 'closes', 'abschlussdatum'],
  external_id: ['id', 'key', 'nr', 'number', 'nummer', 'kundennummer', 'customernumber'],
  first_name: ['givenname', 'vorname'],
  last_name: ['familyname', 'surname', 'nachname'],
  name: ['title', 'titel'],
  organization_name: ['company', 'organization', 'organisation', 'firma', 'unternehmen'],
  owner: ['accountmanager', 'verantwortlich'],
  phone: ['mobile', 'phonenumber', 'tel', 'telefon', 'telefonnummer', 'telephone'],
  priority: ['prioritat'],
  project: ['projekt', 'vorhaben'],
  stage: ['phase'],
  tags: ['tag', 'labels', 'schlagworte'],
  title: ['titel', 'name', 'subject', 'summary', 'betreff', 'aufgabe'],
  value: ['amount', 'betrag', 'wert'],
};

const nameOf = (path: string): string => path.slice(path.indexOf('.') + 1);

/** `E-Mail` and `e_mail` are one name. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A field in words: `E-mail`. */
export function fieldTitle(path: string): string {
  const name = nameOf(path);
  if (name === 'external_id') return t('Id in the other system');
  return name.startsWith(CUSTOM) ? t('Custom field “{name}”', { name: name.slice(CUSTOM.length) }) : labelOf(name);
}

/** The custom field that a column can become; null where its name has no letters for it. */
export function customFieldOf({ name: kind, custom_fields }: Kind, column: string): string | null {
  const name = column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9.-]+/)
    .filter(Boolean)
    .join('_')
    .slice(0, 64);
  return custom_fields && name ? `${kind}.${CUSTOM}${name}` : null;
}

/** A field for each column whose name says it. A field is suggested once. */
export function suggested({ fields }: Kind, columns: readonly CsvColumn[]): Mapping {
  const free = new Set(fields.map(({ name }) => name));
  const mapping: Mapping = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const take = (fits: (field: string, column: string) => boolean) => {
    for (const { name } of columns) {
      const field = mapping[name] === null && [...free].find((path) => fits(nameOf(path), plain(name)));
      if (!field) continue;
      mapping[name] = field;
      free.delete(field);
    }
  };
  take((field, column) => [plain(field), plain(labelOf(field))].includes(column));
  take((field, column) => SYNONYMS[field]?.includes(column) === true);
  return mapping;
}

/** The fields that every record needs and no column has: `Title`, `Project or Parent`. */
export function missingFields({ fields }: Kind, mapping: Mapping): string[] {
  const taken = new Set(Object.values(mapping));
  return fields
    .filter(
      ({ name, required, required_unless }) =>
        !taken.has(name) && (required || (required_unless !== null && !taken.has(required_unless))),
    )
    .map(({ name, required_unless }) =>
      [name, required_unless].flatMap((path) => (path === null ? [] : fieldTitle(path))).join(' or '),
    );
}

/** The earlier column with the same field, for each column that repeats one. */
export function repeatedFields(mapping: Mapping): Map<string, string> {
  const first = new Map<string, string>();
  const repeated = new Map<string, string>();
  for (const [column, field] of Object.entries(mapping)) {
    if (field === null) continue;
    const earlier = first.get(field);
    if (earlier === undefined) first.set(field, column);
    else repeated.set(column, earlier);
  }
  return repeated;
}

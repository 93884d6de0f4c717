import { from, made, type Preset, SourceRow } from './preset.js';

/** A line of a vCard: its name and its value, unescaped. */
interface Line {
  name: string;
  value: string;
  /** The parts of a structured value, such as a name. */
  parts: string[];
}

/** The cards of a file, versions 2.1 to 4.0. Long lines go on in the next one, which begins with a blank. */
export function* cardsOf(text: string): Generator<SourceRow> {
  const lines = text.split(/\r\n|\r|\n/);
  let cells: Map<string, string[]> | null = null;
  let begun = 0;
  for (let index = 0; index < lines.length; index++) {
    const number = index + 1;
    let line = lines[index]!;
    while (/^[ \t]/.test(lines[index + 1] ?? '')) line += lines[++index]!.slice(1);
    // Quoted-printable of version 2.1 goes on after an equals sign.
    while (/ENCODING=QUOTED-PRINTABLE/i.test(line) && line.endsWith('=') && index + 1 < lines.length)
      line = line.slice(0, -1) + lines[++index]!;
    if (/^BEGIN:VCARD\s*$/i.test(line)) [cells, begun] = [new Map(), number];
    else if (/^END:VCARD\s*$/i.test(line)) {
      if (cells) yield new SourceRow(begun, cells);
      cells = null;
    } else if (cells) add(cells, line);
  }
}

function add(cells: Map<string, string[]>, text: string): void {
  const line = lineOf(text);
  if (!line || line.name === 'VERSION' || line.name === 'PRODID') return;
  const put = (column: string, value: string) => {
    if (value.trim()) cells.set(column, [...(cells.get(column) ?? []), value]);
  };
  if (line.name === 'N') {
    const [family = '', given = '', more = ''] = line.parts;
    put('N family', family);
    put('N given', [given, more].filter(Boolean).join(' '));
  } else if (line.name === 'ORG') put('ORG', line.parts.filter(Boolean).join(', '));
  else if (line.name === 'ADR') put('ADR', line.parts.filter(Boolean).join(', '));
  else if (line.name === 'PHOTO') put('PHOTO', 'photo');
  else put(line.name, line.value);
}

function lineOf(text: string): Line | null {
  // A colon within quotes belongs to a parameter.
  const match = /^((?:[^":]|"[^"]*")+):([\s\S]*)$/.exec(text);
  if (!match) return null;
  const [name = '', ...params] = match[1]!.split(';');
  let value = match[2]!;
  const all = params.join(';');
  if (/QUOTED-PRINTABLE/i.test(all)) value = quotedPrintable(value);
  const parts = value.split(/(?<!\\);/).map(unescaped);
  return { name: name.replace(/^.*\./, '').toUpperCase(), value: unescaped(value), parts };
}

const unescaped = (text: string): string =>
  text.replace(/\\([nN,;:\\])/g, (_, char: string) => (/n/i.test(char) ? '\n' : char));

function quotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return /[^\0-\xff]/.test(bytes) ? text : Buffer.from(bytes, 'latin1').toString('utf8');
}

const unlinked = (text: string): string => text.replace(/^(mailto|tel):/i, '');

export const vcard: Preset = {
  id: 'vcard',
  title: 'vCard',
  format: 'vcard',
  file: 'Contacts of phones, mail programs and address books, .vcf.',
  header: ['FN|N family|N given'],
  custom: 'contact',
  rows: cardsOf,
  items: [
    {
      kind: 'contact',
      idFrom: ['UID'],
      id: (row) => row.get('UID') || row.digest('FN', 'N family', 'N given', 'EMAIL', 'TEL'),
      fields: {
        display_name: from('FN'),
        first_name: from('N given'),
        last_name: from('N family'),
        email: made(['EMAIL'], (row) => unlinked(row.get('EMAIL')) || undefined),
        'custom_fields.other_emails': made(['EMAIL'], (row) => {
          const others = row.all('EMAIL').slice(1).map(unlinked);
          return others.length ? others : undefined;
        }),
        organization_name: from('ORG'),
        phone: made(['TEL'], (row) => unlinked(row.get('TEL')) || undefined),
        'custom_fields.title': from('TITLE'),
        'custom_fields.note': from('NOTE'),
        'custom_fields.birthday': from('BDAY'),
        'custom_fields.address': from('ADR'),
        'custom_fields.url': from('URL'),
        tags: from('CATEGORIES'),
      },
    },
  ],
  notTaken: { PHOTO: 'Photos are not imported.' },
};

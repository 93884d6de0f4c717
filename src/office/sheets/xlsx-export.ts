import { Readable } from 'node:stream';
import { columnName } from './a1.js';
import { type Cell, ERRORS } from './cell.js';
import { inExcel } from './excel-formula.js';
import { rowsOf } from './rows.js';
import type { Snapshot } from './sheet-block.repository.js';
import type { DefinedName, Tab } from './sheet.entity.js';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** First id of custom number formats. */
const FIRST_FORMAT = 164;

/** Characters per chunk. */
const CHUNK_CHARACTERS = 65_536;

/** Error value of unsupported formulas. */
const UNREADABLE = '#ERROR!';

/** Formula in file syntax; null if not representable. */
type InFile = (formula: string) => string | null;

const keyOf = (name: string) => name.toUpperCase();

/** Streams tabs of a sheet and their defined names as an Excel workbook. */
export async function* xlsx(
  snapshot: Snapshot,
  tabs: readonly (readonly [position: number, tab: Tab])[],
  defined: readonly DefinedName[],
) {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const formats = new Map<string, number>();
  const parts = new Set<Readable>();
  const add = (path: string, content: () => AsyncGenerator<string>) =>
    zip.addReadStreamLazy(path, (done) => {
      const part = Readable.from(content());
      parts.add(part);
      part.once('error', (error) => (zip.outputStream as Readable).destroy(error));
      done(null, part);
    });
  const keys = new Set(tabs.map(([, { name }]) => keyOf(name)));
  const names = defined.flatMap(({ name, tab, formula }): DefinedName[] => {
    const index = tabs.findIndex(([position]) => position === tab);
    const readable = tab !== null && index < 0 ? null : inExcel(`=${formula}`, keys, { isName: true });
    return readable === null ? [] : [{ name, tab: tab === null ? null : index, formula: readable }];
  });
  const gone = new Set(defined.map(({ name }) => keyOf(name)));
  for (const { name } of names) gone.delete(keyOf(name));
  const inFile = (formula: string) => inExcel(formula, keys, { gone });
  add('[Content_Types].xml', () => text(contentTypes(tabs.length)));
  add('_rels/.rels', () => text(relations([['officeDocument', 'xl/workbook.xml']])));
  add('xl/workbook.xml', () =>
    text(
      workbook(
        tabs.map(([, { name }]) => name),
        names,
      ),
    ),
  );
  const files = tabs.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]);
  add('xl/_rels/workbook.xml.rels', () => text(relations([...files, ['styles', 'styles.xml']])));
  for (const [index, [position]] of tabs.entries()) {
    add(`xl/worksheets/sheet${index + 1}.xml`, () => worksheet(snapshot, position, formats, inFile));
  }
  // Last, when all formats are known.
  add('xl/styles.xml', () => text(styles([...formats.keys()])));
  zip.end();
  try {
    yield* zip.outputStream as unknown as AsyncIterable<Uint8Array>;
  } finally {
    for (const part of parts) part.destroy();
  }
}

async function* text(content: string): AsyncGenerator<string> {
  yield HEAD + content;
}

async function* worksheet(
  snapshot: Snapshot,
  tab: number,
  formats: Map<string, number>,
  inFile: InFile,
): AsyncGenerator<string> {
  let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const { row, cells } of rowsOf(snapshot.blocks(tab))) {
    xml += `<row r="${row}">`;
    for (const [column, cell] of cells) xml += cellXml([row, column], cell, styleOf(cell, formats), inFile);
    xml += '</row>';
    if (xml.length < CHUNK_CHARACTERS) continue;
    yield xml;
    xml = '';
  }
  yield `${xml}</sheetData></worksheet>`;
}

/** Style index of a cell; 0 without a format. */
function styleOf({ format }: Cell, formats: Map<string, number>): number {
  if (format === undefined) return 0;
  if (!formats.has(format)) formats.set(format, formats.size + 1);
  return formats.get(format)!;
}

function cellXml(
  [row, column]: [number, number],
  { value, formula, fills, isError }: Cell,
  style: number,
  inFile: InFile,
): string {
  const place = `${columnName(column)}${row}`;
  const attributes = `r="${place}"${style ? ` s="${style}"` : ''}`;
  // Excel rejects a workbook with an invalid formula, so such formulas become text or their value.
  const readable = formula === undefined ? null : inFile(formula);
  const text = value === UNREADABLE ? formula : readable === null && !isError ? value : undefined;
  if (typeof text === 'string') {
    return `<c ${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
  }
  const shown = isError && !ERRORS.includes(value as string) ? '#VALUE!' : value;
  const type = isError ? ' t="e"' : typeof value === 'string' ? ' t="str"' : typeof value === 'boolean' ? ' t="b"' : '';
  const array = fills && ` t="array" ref="${place}:${columnName(column + fills[1] - 1)}${row + fills[0] - 1}"`;
  const f = readable === null ? '' : `<f${array ?? ''}>${escaped(readable)}</f>`;
  return `<c ${attributes}${type}>${f}<v>${escaped(String(typeof shown === 'boolean' ? Number(shown) : shown))}</v></c>`;
}

const contentTypes = (tabs: number) =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>` +
  Array.from(
    { length: tabs },
    (_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  ).join('') +
  '</Types>';

const relations = (targets: [type: string, path: string][]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">` +
  targets
    .map(
      ([type, path], index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${path}"/>`,
    )
    .join('') +
  '</Relationships>';

const workbook = (tabs: string[], names: DefinedName[]) =>
  `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>` +
  tabs
    .map((name, index) => `<sheet name="${inAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
    .join('') +
  `</sheets>${names.length ? `<definedNames>${names.map(definedName).join('')}</definedNames>` : ''}</workbook>`;

const definedName = ({ name, tab, formula }: DefinedName) =>
  `<definedName name="${inAttribute(name)}"${tab === null ? '' : ` localSheetId="${tab}"`}>${escaped(formula)}</definedName>`;

const styles = (formats: string[]) =>
  `<styleSheet xmlns="${MAIN}">` +
  (formats.length
    ? `<numFmts count="${formats.length}">${formats
        .map((format, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escaped(format)}"/>`)
        .join('')}</numFmts>`
    : '') +
  '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border/></borders>' +
  '<cellStyleXfs count="1"><xf/></cellStyleXfs>' +
  `<cellXfs count="${formats.length + 1}"><xf xfId="0"/>${formats
    .map((_, index) => `<xf numFmtId="${FIRST_FORMAT + index}" applyNumberFormat="1" xfId="0"/>`)
    .join('')}</cellXfs></styleSheet>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text. Characters that XML forbids are written like Excel: `_x0008_`. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character]!)
    .replace(/[^\t\n\x20-\ufffd]/gu, (character) =>
      character.length > 1 ? character : `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

/** XML normalises line breaks and tabs in attributes to spaces, so they are escaped. */
const inAttribute = (text: string) => escaped(text).replace(/[\t\n]/g, (space) => `&#${space.charCodeAt(0)};`);

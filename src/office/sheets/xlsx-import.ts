import type { BlobStore } from '../../platform/index.js';
import type { ImportWarning } from './sheet.dto.js';
import type { DefinedName } from './sheet.entity.js';
import { MAX_TABS } from './tabs.js';
import { Archive, tooLarge, unreadable } from './xlsx-archive.js';
import { cellsOf, type Context, type PlacedCell } from './xlsx-cells.js';
import { type FoundName, namesOf } from './xlsx-names.js';
import { Pieces, unescaped } from './xlsx-text.js';

/** Built-in number formats by id. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
};

/** A lazily read Excel workbook. */
export interface Workbook {
  tabs: { name: string; cells: () => AsyncGenerator<PlacedCell[]> }[];
  names: DefinedName[];
  /** Parts that are not imported. */
  warnings: ImportWarning[];
  close: () => void;
}

/** Opens a workbook in the blob store. 400 on `file` if it is not a workbook. */
export async function openXlsx(store: BlobStore, key: string, size: number): Promise<Workbook> {
  const archive = await Archive.open(store, key, size);
  try {
    const base =
      (await archive.relations('_rels/.rels')).find(({ type }) => type === 'officeDocument')?.target ??
      'xl/workbook.xml';
    const folder = base.slice(0, base.lastIndexOf('/') + 1);
    const parts = await archive.relations(`${folder}_rels/${base.slice(folder.length)}.rels`, folder);
    const pathOf = (type: string) => parts.find((part) => part.type === type)?.target;
    const book = await workbookOf(archive, base);
    const context: Context = {
      texts: await textsOf(archive, pathOf('sharedStrings')),
      formats: await formatsOf(archive, pathOf('styles')),
      counts1904: book.counts1904,
    };
    const tabs = book.tabs.flatMap(({ name, id }) => {
      const path = parts.find((part) => part.id === id && part.type === 'worksheet')?.target;
      return path === undefined ? [] : [{ name, id, cells: () => cellsOf(archive, path, context) }];
    });
    const position = (tab: string) => tabs.findIndex(({ id }) => id === book.tabs[Number(tab)]?.id);
    const keys = new Set(tabs.map(({ name }) => name.toUpperCase()));
    return { tabs, ...namesOf(book.names, position, keys), close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function workbookOf(archive: Archive, path: string) {
  const tabs: { name: string; id: string }[] = [];
  const names: FoundName[] = [];
  let found: Record<string, string> = {};
  let counts1904 = false;
  await archive.read(path, {
    open(name, attributes) {
      if (name === 'definedName') found = attributes;
      if (name === 'workbookPr') counts1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([attribute]) => attribute.endsWith(':id'))?.[1];
      if (tabs.push({ name: unescaped(attributes.name ?? ''), id: id ?? '' }) > MAX_TABS)
        throw tooLarge(`has more than ${MAX_TABS} tabs`);
    },
    close(name, text) {
      const { hidden, function: isFunction, vbProcedure, name: given = '', localSheetId } = found;
      if (name !== 'definedName' || [hidden, isFunction, vbProcedure].some(isTrue) || /^_xlnm\./i.test(given)) return;
      names.push({ name: unescaped(given), formula: unescaped(text).trim(), tab: localSheetId });
    },
  });
  if (!tabs.length) throw unreadable();
  return { tabs, names, counts1904 };
}

const isTrue = (attribute = '') => /^(1|true)$/.test(attribute);

/** Shared strings. */
async function textsOf(archive: Archive, path = ''): Promise<string[]> {
  const texts: string[] = [];
  const pieces = new Pieces();
  await archive.read(path, {
    open: (name) => pieces.open(name),
    close(name, text) {
      pieces.close(name, text);
      if (name !== 'si') return;
      const taken = pieces.take();
      if (taken !== '') archive.use(taken);
      texts.push(taken);
    },
  });
  return texts;
}

/** Number format by style; undefined for general and text. */
async function formatsOf(archive: Archive, path = ''): Promise<(string | undefined)[]> {
  const own = new Map<string, string>();
  const formats: (string | undefined)[] = [];
  let inCells = false;
  await archive.read(path, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt') own.set(numFmtId, formatCode);
      else if (name === 'xf' && inCells) {
        const format = own.get(numFmtId) ?? BUILT_IN[Number(numFmtId)];
        formats.push(format === undefined || /^(general|@)$/i.test(format) ? undefined : format);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

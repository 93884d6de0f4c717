import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { openXlsx } from '../../src/office/sheets/xlsx-import.js';
import type { BlobStore } from '../../src/platform/storage/blob-store.js';

/** A workbook with one tab of this XML. */
export async function workbook(sheetData: string, more: Record<string, string> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${type}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<x:workbook xmlns:x="m" xmlns:r="${type}"><x:sheets><x:sheet name="Data" sheetId="1" r:id="b"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="b" Type="${type}/worksheet" Target="worksheets/any.xml"/></Relationships>`,
    'xl/worksheets/any.xml': `<worksheet ${main}><sheetData>${sheetData}</sheetData></worksheet>`,
    ...more,
  };
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** One with another part beside its tab. */
export const withPart = (type: 'styles' | 'sharedStrings', content: string, sheetData = '') =>
  workbook(sheetData, {
    'xl/part.xml': content,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="b" Type="t/worksheet" Target="worksheets/any.xml"/>
      <Relationship Id="c" Type="t/${type}" Target="part.xml"/></Relationships>`,
  });

/** One with number formats. */
export const styled = (sheetData: string, styles: string) => withPart('styles', styles, sheetData);

export const inline = (text: string) => `<row><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`;

/** A row of cells with nothing but a format. */
export const EMPTY = `<row>${'<c r="A1" s="1"/>'.repeat(16_000)}</row>`;

/** The XML of a workbook with so many tabs. */
export const tabs = (count: number) =>
  `<workbook>${Array.from({ length: count }, (_, n) => `<sheet name="${n}" r:id="b"/>`).join('')}</workbook>`;

/** How many cells with something in them are read from the first tab. */
export async function cellCount(blobs: BlobStore, file: Buffer): Promise<number> {
  const key = randomBytes(16).toString('hex');
  await blobs.write(key, Readable.from([file]));
  const { tabs, close } = await openXlsx(blobs, key, file.length);
  try {
    let count = 0;
    for await (const cells of tabs[0]!.cells()) count += cells.length;
    return count;
  } finally {
    close();
  }
}

import { TrailCheck } from '../../guard/index.js';
import { unzip } from '../../platform/index.js';
import type { ArchivedTable } from './archived-tables.repository.js';
import {
  digested,
  type IndexedFile,
  isIndex,
  keyOf,
  linesOf,
  MANIFEST,
  type Manifest,
  unreadable,
} from './manifest.js';

/** Months that the partitions of a table in an archive may have. */
const MAX_MONTHS = 120;

/** Reads the whole archive: 400 if any byte differs from the manifest. The result: the months of each table that is partitioned by them. */
export async function checkArchive(
  path: string,
  manifest: Manifest,
  tables: ReadonlyMap<string, ArchivedTable>,
  check: TrailCheck,
): Promise<Map<ArchivedTable, Set<string>>> {
  const months = new Map<ArchivedTable, Set<string>>();
  const parts = new Map(manifest.parts.map((part) => [part.name, part]));
  const files = new Map<string, { bytes: number; sha256: string }>();
  const seen = new Set<string>();
  for await (const entry of unzip(path)) {
    const { name } = entry;
    if (name === MANIFEST) continue;
    const key = keyOf(name);
    const part = parts.get(name);
    if ((!part && key === null) || seen.has(name)) throw unreadable(`${name} is not in its manifest.`);
    const { content, digest } = digested(await entry.content());
    if (part) {
      seen.add(name);
      await eachLine(content, (line) => {
        if (TrailCheck.parts.includes(name)) check.take(name, line);
        if (isIndex(name)) matchFile(files, JSON.parse(line) as IndexedFile);
        const table = tables.get(name);
        if (table?.month && !part.keys) months.set(table, withMonth(months.get(table), line, table.month));
      });
      const { bytes, sha256 } = digest();
      if (bytes !== part.bytes || sha256 !== part.sha256) throw unreadable(`${name} is not as it was written.`);
    } else {
      for await (const _ of content);
      files.set(key!, digest());
    }
    if (isIndex(name) && files.size) throw unreadable(`${[...files.keys()][0]} is in no index of files.`);
  }
  const missing = manifest.parts.find(({ name }) => !seen.has(name));
  if (missing) throw unreadable(`${missing.name} is missing.`);
  if (files.size) throw unreadable('Some files are in no index.');
  check.end();
  if (!check.isSigned(manifest)) throw unreadable('The signature of the manifest does not match.');
  return months;
}

function withMonth(months = new Set<string>(), line: string, column: string): Set<string> {
  months.add(String((JSON.parse(line) as Record<string, unknown>)[column]).slice(0, 7));
  if (months.size > MAX_MONTHS) throw unreadable(`It has events of more than ${MAX_MONTHS} months.`);
  return months;
}

async function eachLine(content: AsyncIterable<Buffer>, take: (line: string) => void): Promise<void> {
  for await (const lines of linesOf(content)) for (const line of lines) take(line);
}

/** Removes a listed file from those that were read. 400 if its size or hash differs. */
function matchFile(
  files: Map<string, { bytes: number; sha256: string }>,
  { key, missing, bytes, sha256 }: IndexedFile,
) {
  const found = files.get(key);
  if (missing ? found : found?.bytes !== bytes || found?.sha256 !== sha256)
    throw unreadable(`files/${key} is not as it was written.`);
  files.delete(key);
}

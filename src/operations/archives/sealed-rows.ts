import { ABANDONED, type Secrets } from '../../platform/index.js';
import { linesOf } from './manifest.js';
import type { TransferSeal } from './transfer-seal.js';
import type { ArchivedTable } from './workspace-tables.repository.js';

/** A sealed value: a secret that this deployment had encrypted, or any other. */
type Sealed = { secret: string } | { value: unknown };

/** The rows of a table, as lines of JSON, with sealed columns sealed. */
export async function* sealRows(
  rows: AsyncIterable<Buffer>,
  { table, sealed }: Pick<ArchivedTable, 'table' | 'sealed'>,
  seal: TransferSeal,
  secrets: Secrets,
): AsyncGenerator<Buffer> {
  const encrypted = new Set(secrets.columns.filter((each) => each.table === table).map(({ column }) => column));
  for await (const lines of linesOf(rows)) {
    const texts = lines.map((line) => {
      const row = JSON.parse(line) as Record<string, unknown>;
      for (const column of sealed) {
        if (row[column] === null) continue;
        const value = encrypted.has(column) ? opened(String(row[column]), secrets) : { value: row[column] };
        row[column] = seal.seal(JSON.stringify(value), `${table}.${column}`);
      }
      return `${JSON.stringify(row)}\n`;
    });
    yield Buffer.from(texts.join(''));
  }
}

/** A row of an archive as this deployment has it. */
export function unsealRow(
  line: string,
  table: string,
  sealed: readonly string[],
  seal: TransferSeal,
  secrets: Secrets,
): string {
  const row = JSON.parse(line) as Record<string, unknown>;
  for (const column of sealed) {
    if (row[column] === null) continue;
    const opened = JSON.parse(seal.open(String(row[column]), `${table}.${column}`)) as Sealed;
    row[column] = 'secret' in opened ? secrets.encrypt(opened.secret) : opened.value;
  }
  return JSON.stringify(row);
}

/** The secret behind a ciphertext. One whose key is lost is given up: the target could not read it either. */
function opened(text: string, secrets: Secrets): Sealed {
  if (!text.startsWith('v2.')) return { value: text };
  try {
    return { secret: secrets.decrypt(text) };
  } catch {
    return { value: ABANDONED };
  }
}

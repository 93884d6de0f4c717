import { ABANDONED, type Secrets } from '../../platform/index.js';
import { parsedLine } from './lines.js';
import { linesOf } from './manifest.js';
import type { TransferSeal } from './transfer-seal.js';
import type { ArchivedTable } from './archived-tables.repository.js';

/** A sealed value: a secret that this deployment had encrypted, or any other. */
type Sealed = { secret: string } | { value: unknown };

/**
 * The rows of a table, as lines of JSON, with sealed columns sealed. A column that no code declares as encrypted may have texts that
 * only look so: they are sealed as they are.
 */
export async function* sealRows(
  rows: AsyncIterable<Buffer>,
  { table, sealed }: Pick<ArchivedTable, 'table' | 'sealed'>,
  seal: TransferSeal,
  secrets: Secrets,
): AsyncGenerator<Buffer> {
  const encrypted = new Set(secrets.columns.filter((each) => each.table === table).map(({ column }) => column));
  for await (const lines of linesOf(rows)) {
    const texts = lines.map((line) => {
      const row = parsedLine(line);
      for (const column of sealed) {
        if (row[column] === null) continue;
        const given = row[column];
        const value = typeof given === 'string' ? opened(given, secrets) : null;
        row[column] = seal.seal(
          JSON.stringify(value ?? { value: encrypted.has(column) ? ABANDONED : given }),
          `${table}.${column}`,
        );
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
  const row = parsedLine(line);
  for (const column of sealed) {
    if (row[column] === null) continue;
    const opened = JSON.parse(seal.open(String(row[column]), `${table}.${column}`)) as Sealed;
    row[column] = 'secret' in opened ? secrets.encrypt(opened.secret) : opened.value;
  }
  return JSON.stringify(row);
}

/** The secret behind a ciphertext. Null if its key is lost: the target could not read it either. */
function opened(text: string, secrets: Secrets): Sealed | null {
  if (!text.startsWith('v2.')) return { value: text };
  try {
    return { secret: secrets.decrypt(text) };
  } catch {
    return null;
  }
}

import { setTimeout } from 'node:timers/promises';
import { Stage } from './stage.js';

/** Until what a start leaves behind is done, vacuuming included. */
const SETTLE_MS = 240_000;
const DAY_SECONDS = 86_400;

/** Measures an idle server: statements as PostgreSQL logs them, and write-ahead log. */
export async function idle(seconds: number): Promise<string[][]> {
  const statements = new Map<string, number>();
  const log = (line: string) => {
    const [, text] = /(?:execute [^:]*|statement): (.*)/.exec(line) ?? [];
    if (text !== undefined) statements.set(text.slice(0, 100), (statements.get(text.slice(0, 100)) ?? 0) + 1);
  };
  const stage = await Stage.open({ settings: { log_statement: 'all' }, log });
  try {
    await stage.startApp({ ROLE: 'all' });
    await setTimeout(SETTLE_MS);
    const written = async () =>
      Number((await stage.sql.query("select pg_current_wal_insert_lsn() - '0/0' as bytes")).rows[0].bytes);
    const before = await written();
    statements.clear();
    await setTimeout(seconds * 1000);
    const told = [...statements].toSorted(([, one], [, other]) => other - one);
    const bytes = (await written()) - before;
    const all = told.reduce((sum, [, count]) => sum + count, 0);
    return [
      ['', 'in a second'],
      ['statements', (all / seconds).toFixed(2)],
      ['MB of write-ahead log in a day', ((bytes / seconds / 2 ** 20) * DAY_SECONDS).toFixed(1)],
      ...told.slice(0, 30).map(([text, count]) => [text.trim(), (count / seconds).toFixed(2)]),
    ];
  } finally {
    await stage.close();
  }
}

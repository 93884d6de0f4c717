import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Server, Stage } from './stage.js';

const ROWS = 100_000;
const SAMPLE_MS = 100;

/**
 * Two imports of 100 000 contacts, one after the other, and then the second file again, which finds all of them by their
 * addresses: rows a second, and the resident memory of the one process that takes the file, reads it and does all the rest.
 * It is flat where the second import needs no more than the first.
 */
export async function salesImport(stage: Stage): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  await imported(app, fileOf(1_000, 'warm'), 1_000);
  const rows = [['import', 'rows/s', 'MB before', 'MB after 10 %', 'most MB', 'MB at the end']];
  const [first, second] = [fileOf(ROWS, 'first'), fileOf(ROWS, 'second')];
  for (const [name, file] of [
    ['that makes contacts', first],
    ['that makes as many more', second],
    ['that finds them again', second],
  ] as const) {
    await setTimeout(2_000);
    const before = residentMegabytes(app);
    const { seconds, samples } = await imported(app, file, ROWS);
    const at = (done: number) => samples.find(({ processed }) => processed >= done)!.megabytes;
    const most = Math.max(...samples.map(({ megabytes }) => megabytes));
    const figures = [ROWS / seconds, before, at(ROWS / 10), most, samples.at(-1)!.megabytes];
    rows.push([name, ...figures.map((figure) => figure.toFixed(0))]);
  }
  return rows;
}

const fileOf = (count: number, mark: string): Blob =>
  new Blob([
    'Name,E-mail,Company,Phone,custom_fields.level\r\n',
    ...Array.from(
      { length: count },
      (_, n) => `Contact ${n},${mark}${n}@example.com,Company ${n % 1000},+49 30 ${n},${n % 7}\r\n`,
    ),
  ]);

interface Sample {
  processed: number;
  megabytes: number;
}

async function imported({ url, key, pid }: Server, file: Blob, count: number) {
  const headers = { 'X-API-Key': key };
  const form = new FormData();
  form.set('match_by', 'email');
  form.set('file', file, 'contacts.csv');
  const started = performance.now();
  const sent = await fetch(`${url}/v1/sales/contacts/import`, { method: 'POST', headers, body: form });
  if (sent.status !== 202) throw new Error(`The import answers ${sent.status}: ${await sent.text()}`);
  const { id } = (await sent.json()) as { id: string };
  const samples: Sample[] = [];
  for (;;) {
    const response = await fetch(`${url}/v1/sales/imports/${id}`, { headers });
    const { status, processed_count, error_count } = (await response.json()) as any;
    samples.push({ processed: processed_count, megabytes: residentMegabytes({ pid }) });
    if (status === 'completed' && processed_count === count && !error_count) break;
    if (status !== 'pending' && status !== 'running') throw new Error(`The import is ${status}.`);
    await setTimeout(SAMPLE_MS);
  }
  return { seconds: (performance.now() - started) / 1e3, samples };
}

const residentMegabytes = ({ pid }: Pick<Server, 'pid'>): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

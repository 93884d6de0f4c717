import { deepStrictEqual } from 'node:assert';
import { median } from './load.js';
import type { Server, Stage } from './stage.js';

const PATH = '/v1/office/sheets';
const ROWS = 1_000;
const COLUMNS = 10;

/** The most cells that one call may write. */
const CELLS_PER_CALL = 100_000;
const LARGE = 5_000_000;

/** Rounds that are not counted. */
const WARM_UP = 5;

/** Texts and numbers as sheets have them; different in every round, so that every write changes something. */
const table = (round: number, rows = ROWS, columns = COLUMNS) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      column % 5 === 0 ? `Item ${row} of ${round}` : Math.round((row + 1) * (column + round) * 1e4) / 997,
    ),
  );

async function ask(server: Server, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'X-API-Key': server.key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

async function makeSheet(app: Server, rows: number, columns: number): Promise<string> {
  const { id } = await ask(app, 'POST', PATH, { title: 'Bench', initial_sheets: [{ name: 'Sheet1', rows, columns }] });
  return `${PATH}/${id}`;
}

/** Milliseconds of each of two ways of doing the same, in turn. */
async function compare(rounds: number, a: (round: number) => Promise<unknown>, b: (round: number) => Promise<unknown>) {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + WARM_UP; round++) {
    for (const side of round % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
      const start = performance.now();
      await [a, b][side]!(round);
      if (round >= WARM_UP) times[side].push(performance.now() - start);
    }
  }
  return [median(times[0]), median(times[1])] as const;
}

/**
 * Cells of sheets against the same values kept as one jsonb document by hand, and a small range of a small sheet against
 * one of a large sheet.
 */
export async function sheets(stage: Stage, rounds: number): Promise<string[][]> {
  const app = await stage.startApp();
  const result = [['sheets', 'ms', 'compared with', 'ms', 'ratio', 'goal']];
  const row = (name: string, ours: number, other: string, theirs: number, goal: number) => {
    result.push([name, ours.toFixed(2), other, theirs.toFixed(2), (ours / theirs).toFixed(2), `≤ ${goal}`]);
    console.error(result.at(-1)!.join('  '));
  };

  await stage.sql.query('create table jsonb_by_hand (id integer primary key, document jsonb not null)');
  const sheet = await makeSheet(app, ROWS, COLUMNS);
  const tables = Array.from({ length: rounds + WARM_UP }, (_, round) => table(round));
  const write = (round: number) => ask(app, 'PUT', `${sheet}/values`, { range: 'A1', values: tables[round] });
  const writeByHand = (round: number) =>
    stage.sql.query(
      'insert into jsonb_by_hand values (1, $1) on conflict (id) do update set document = excluded.document',
      [JSON.stringify(tables[round])],
    );
  const read = () => ask(app, 'GET', `${sheet}/values?range=Sheet1&value_render=raw`);
  const readByHand = () => stage.sql.query('select document from jsonb_by_hand where id = 1');

  row('write 10 000 cells', ...beside(await compare(rounds, write, writeByHand), 'one jsonb document'), 10);
  deepStrictEqual((await read()).values, (await readByHand()).rows[0].document);
  row('read 10 000 cells', ...beside(await compare(rounds, read, readByHand), 'one jsonb document'), 5);

  const small = await makeSheet(app, 100, 10);
  await ask(app, 'PUT', `${small}/values`, { range: 'A1', values: table(1, 100, 10) });
  const large = await makeSheet(app, LARGE / 50, 50);
  for (let from = 0; from < LARGE / 50; from += CELLS_PER_CALL / 50) {
    const values = table(from, CELLS_PER_CALL / 50, 50);
    await ask(app, 'PUT', `${large}/values`, { range: `A${from + 1}`, values });
  }
  await stage.settle();
  const inLarge = () => ask(app, 'GET', `${large}/values?range=V50001:AE50010&value_render=raw`);
  const inSmall = () => ask(app, 'GET', `${small}/values?range=A51:J60&value_render=raw`);
  row('read 100 of 5 000 000 cells', ...beside(await compare(rounds * 5, inLarge, inSmall), 'of 1 000 cells'), 1.5);
  return result;
}

const beside = ([ours, theirs]: readonly [number, number], other: string) => [ours, other, theirs] as const;

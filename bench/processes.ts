import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

/**
 * How much more two API processes serve than one where processors are the bound: twice the inverse of what a request costs
 * more in processor time, PostgreSQL's included, when two work at once. Unlike a rate that needs no idle processors.
 */
export async function processes(
  stage: Stage,
  scenarios: Record<string, (server: Server, round: number) => Request[] | Promise<Request[]>>,
  documents: number,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const one = await stage.startApp({ ROLE: 'all' });
  const two = [one, await stage.startApp({ ROLE: 'api' })];
  await stage.seed(documents);
  const postmaster = await postmasterOf(stage);
  const all = () => family(postmaster) + two.reduce((sum, { pid }) => sum + cpu(pid), 0);
  let run = 1;

  /** Microseconds of processor time for a request; each process has as many clients. */
  async function measure(servers: Server[], scenario: (typeof scenarios)[string]): Promise<number> {
    const requests = await Promise.all(servers.map((server) => scenario(server, run++)));
    await nothingLeft(stage);
    const before = all();
    const measured = await Promise.all(servers.map((server, index) => fire(server, requests[index]!, options)));
    await nothingLeft(stage);
    return (all() - before) / measured.reduce((sum, { rate }) => sum + rate * options.seconds, 0);
  }

  const rows = [['scenario', 'one process µs', 'two processes µs', 'two serve']];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await stage.settle();
    await measure(two, scenario); // to warm up
    const costs: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const which of round % 2 ? [1, 0] : [0, 1]) costs[which]!.push(await measure(which ? two : [one], scenario));
    }
    const [single, double] = costs.map(median);
    rows.push([name, single!.toFixed(0), double!.toFixed(0), `${((2 * single!) / double!).toFixed(2)} ×`]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

interface Cost {
  servers: number;
  load: number;
}

/**
 * How much more two API processes serve than one where processors are the bound: twice the inverse of what a request costs
 * more in processor time, PostgreSQL's included, when two work at once. Unlike a rate that needs no idle processors.
 *
 * Where more runs at once than there are processors, they and their caches are shared and the same work takes longer. The
 * load does the same for each request, whoever answers, so it tells by how much; that is taken out.
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

  /** Microseconds of processor time for a request, and of the load's; each process has as many clients. */
  async function measure(servers: Server[], scenario: (typeof scenarios)[string]): Promise<Cost> {
    const requests = await Promise.all(servers.map((server) => scenario(server, run++)));
    await nothingLeft(stage);
    const [before, load] = [all(), process.cpuUsage()];
    const measured = await Promise.all(servers.map((server, index) => fire(server, requests[index]!, options)));
    const { user, system } = process.cpuUsage(load);
    await nothingLeft(stage);
    const answers = measured.reduce((sum, { rate }) => sum + rate * options.seconds, 0);
    return { servers: (all() - before) / answers, load: (user + system) / answers };
  }

  const rows = [['scenario', 'one process µs (load)', 'two processes µs (load)', 'machine slower by', 'two serve']];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await stage.settle();
    await measure(two, scenario); // to warm up
    const costs: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      for (const which of round % 2 ? [1, 0] : [0, 1]) costs[which]!.push(await measure(which ? two : [one], scenario));
    }
    const [single, double] = costs.map((measured) => ({
      servers: median(measured.map((each) => each.servers)),
      load: median(measured.map((each) => each.load)),
    })) as [Cost, Cost];
    const slower = double.load / single.load;
    const text = ({ servers, load }: Cost) => `${servers.toFixed(0)} (${load.toFixed(0)})`;
    const more = ((2 * single.servers) / double.servers) * slower;
    rows.push([name, text(single), text(double), `${((slower - 1) * 100).toFixed(0)} %`, `${more.toFixed(2)} ×`]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

import { cpu, family, nothingLeft, postmasterOf, type Scenarios } from './cost.js';
import { fire, type LoadOptions, median } from './load.js';
import type { Server, Stage } from './stage.js';

interface Cost {
  servers: number;
  load: number;
}

/** How much more two API processes of a deployment serve than one. */
export async function processes(
  stage: Stage,
  scenarios: Scenarios,
  documents: number,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const one = await stage.startApp({ ROLE: 'all' });
  const two = [one, await stage.startApp({ ROLE: 'api' })];
  await stage.seed(documents);
  const pids = two.map(({ pid }) => pid);
  return capacity(
    { stages: [stage], one, two, pids, names: ['one process', 'two processes'] },
    scenarios,
    rounds,
    options,
  );
}

interface Sides {
  stages: Stage[];
  one: Server;
  two: Server[];
  /** All whose processor time counts, beside PostgreSQL. */
  pids: number[];
  names: [one: string, two: string];
}

/**
 * How much more two servers serve than one where processors are the bound: twice the inverse of what a request costs
 * more in processor time, PostgreSQL's included, when two work at once. Unlike a rate that needs no idle processors.
 *
 * Where more runs at once than there are processors, they and their caches are shared and the same work takes longer. The
 * load does the same for each request, whoever answers, so it tells by how much; that is taken out.
 */
export async function capacity(
  { stages, one, two, pids, names }: Sides,
  scenarios: Scenarios,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const postmasters = await Promise.all(stages.map(postmasterOf));
  const all = () =>
    postmasters.reduce((sum, pid) => sum + family(pid), 0) + pids.reduce((sum, pid) => sum + cpu(pid), 0);
  const ofEach = async (work: (stage: Stage) => Promise<unknown>) => {
    for (const stage of stages) await work(stage);
  };
  let run = 1;

  /** Microseconds of processor time for a request, and of the load's; each server has as many clients. */
  async function measure(servers: Server[], scenario: Scenarios[string]): Promise<Cost> {
    const requests = await Promise.all(servers.map((server) => scenario(server, run++)));
    await ofEach(nothingLeft);
    const [before, load] = [all(), process.cpuUsage()];
    const measured = await Promise.all(servers.map((server, index) => fire(server, requests[index]!, options)));
    const { user, system } = process.cpuUsage(load);
    await ofEach(nothingLeft);
    const answers = measured.reduce((sum, { rate }) => sum + rate * options.seconds, 0);
    return { servers: (all() - before) / answers, load: (user + system) / answers };
  }

  const rows = [['scenario', ...names.map((name) => `${name} µs (load)`), 'machine slower by', 'two serve']];
  for (const [name, scenario] of Object.entries(scenarios)) {
    await ofEach((stage) => stage.settle());
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

import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, median, type Request } from './load.js';
import type { Server, Stage } from './stage.js';

/** Two ways to do the same. `works`: how many times a request of the second way does it. */
export interface Ways {
  first: Request[];
  second: Request[];
  works?: number;
}

/**
 * Processor time of two ways, in turns, in the server and in PostgreSQL with the relay: a row for each scenario with the µs of
 * both and the ratio of the second to the first.
 */
export async function inTurns(
  stage: Stage,
  app: Server,
  scenarios: Record<string, (round: number) => Ways>,
  rounds: number,
  options: LoadOptions,
): Promise<string[][]> {
  const postmaster = await postmasterOf(stage);
  const rows: string[][] = [];
  let run = 1;
  for (const [name, scenario] of Object.entries(scenarios)) {
    await stage.settle();
    const measure = async (way: 'first' | 'second') => {
      const ways = scenario(run++);
      await nothingLeft(stage);
      const before = [cpu(app.pid), family(postmaster)] as const;
      const { rate } = await fire(app, ways[way], options);
      await nothingLeft(stage);
      const works = rate * options.seconds * (way === 'second' ? (ways.works ?? 1) : 1);
      const own = (cpu(app.pid) - before[0]) / works;
      return { own, all: own + (family(postmaster) - before[1]) / works };
    };
    const measured = { first: [] as { all: number; own: number }[], second: [] as { all: number; own: number }[] };
    for (const way of ['first', 'second'] as const) await measure(way); // to warm up
    for (let round = 0; round < rounds; round++)
      for (const way of round % 2 ? (['second', 'first'] as const) : (['first', 'second'] as const))
        measured[way].push(await measure(way));
    const [first, second] = (['first', 'second'] as const).map((way) => ({
      all: median(measured[way].map(({ all }) => all)),
      own: median(measured[way].map(({ own }) => own)),
    }));
    const text = ({ all, own }: { all: number; own: number }) => `${all.toFixed(0)} (server ${own.toFixed(0)})`;
    rows.push([name, text(first!), text(second!), (second!.all / first!.all).toFixed(2)]);
    console.error(rows.at(-1)!.join('  '));
  }
  return rows;
}

import { cpu, family, nothingLeft, postmasterOf } from './cost.js';
import { fire, type LoadOptions, median, type Request } from './load.js';
import { addEntries, addProject, addTasks, ENTRIES, PROJECT, seed, TASKS } from './project-seed.js';
import type { Stage } from './stage.js';

const MANY = 1_000_000;
const STEP = 100_000;
const LARGE = `prj_${'2'.padStart(26, '0')}`;
/** A report of one month of one project, among a million entries. */
const REPORT: Request = { path: `/v1/project/projects/${PROJECT}/time-report?period=2026-03` };
const page = (project: string): Request => ({ path: `/v1/project/projects/${project}/tasks` });

/**
 * A page of tasks and a report in a workspace with 10 000 tasks and 10 000 entries, then with a million of each more: a page of
 * the project that has the million, and the same report. By processor time of the server and of PostgreSQL.
 */
export async function projectGrowth(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  const postmaster = await postmasterOf(stage);
  const measure = async (request: Request): Promise<number> => {
    const costs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const before = cpu(app.pid) + family(postmaster);
      const { rate } = await fire(app, [request], options);
      costs.push((cpu(app.pid) + family(postmaster) - before) / (rate * options.seconds));
    }
    // The first round warms up.
    return median(costs.slice(1));
  };
  await seed(stage);
  await ready(stage);
  const small = [await measure(page(PROJECT)), await measure(REPORT)] as const;

  console.error(`${MANY} tasks and as many entries are made: that takes a few minutes.`);
  await stage.sql.query('set synchronous_commit = off');
  await addProject(stage, LARGE);
  for (let done = 0; done < MANY; done += STEP) {
    await addTasks(stage, LARGE, TASKS + 1 + done, STEP);
    // By turns of this project in other months, and of the other one in all.
    const [project, days] = done % (2 * STEP) ? [PROJECT, 18] : [LARGE, 19];
    await addEntries(stage, project, ENTRIES + 1 + done, STEP, `date '2020-01-01' + n % 120 * ${days}`);
    console.error(`${done + STEP}`);
  }
  await ready(stage);
  const large = [await measure(page(LARGE)), await measure(REPORT)] as const;
  const row = (name: string, index: 0 | 1) => [
    name,
    small[index].toFixed(0),
    large[index].toFixed(0),
    (large[index] / small[index]).toFixed(2),
  ];
  return [
    ['CPU µs of server and PostgreSQL', '10 000', 'with 1 000 000 more', 'ratio'],
    row('page of tasks', 0),
    row('report over 10 000 entries', 1),
  ];
}

/** Nothing is left for the background, and everything is analysed. */
async function ready(stage: Stage): Promise<void> {
  await nothingLeft(stage);
  await stage.settle();
}

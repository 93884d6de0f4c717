import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster, Loss } from './cluster.js';
import { acknowledged, type Attempt, type Journal } from './journal.js';
import type { Random } from './random.js';
import type { Stage } from './stage.js';

/** How often which loss has its turn. */
const DECK: readonly Loss[] = ['server', 'machine', 'hang', 'server', 'switchover'];
/** Milliseconds until everything that reconnects must have done so. */
const WAIT_MS = 60_000;

/** What clients saw of the loss of a primary. */
export interface Outage {
  loss: Loss;
  /** Seconds from the last acknowledged change before to the first one after. */
  seconds: number;
  /** Answers in between. */
  unavailable: number;
  /** Seconds that the slowest of them took. */
  slowest: number;
}

/** Loses the primary again and again, while clients work; answers what they saw. */
export async function failOver(
  stage: Stage,
  cluster: Cluster,
  journal: Journal,
  random: Random,
  { losses, seconds, say }: { losses: number; seconds: number; say: (text: string) => void },
): Promise<Outage[]> {
  const outages: Outage[] = [];
  let deck: Loss[] = [];
  for (let n = 1; n <= losses; n++) {
    await sleep(seconds * 1_000);
    if (!deck.length) deck = [...DECK];
    const [loss] = deck.splice(losses < DECK.length ? 0 : random.between(0, deck.length - 1), 1);
    const from = performance.now();
    await cluster.lose(loss!);
    await stage.whenReady();
    await whenBackAtWork(stage);
    const outage = outageOf(journal, loss!, from);
    outages.push(outage);
    await cluster.whenHealthy();
    say(
      `loss ${n} of ${losses}, ${loss}: ${outage.seconds.toFixed(1)} s without a change, ${outage.unavailable} answers with 503, ` +
        `the slowest after ${outage.slowest.toFixed(1)} s; all nodes back after ${((performance.now() - from) / 1_000).toFixed(1)} s`,
    );
  }
  return outages;
}

/** Resolves when somebody leads maintenance, and every listener has passed an event of now. */
async function whenBackAtWork(stage: Stage): Promise<void> {
  const end = performance.now() + WAIT_MS;
  let wanted: number | undefined;
  let found: unknown;
  for (;;) {
    const client = new pg.Client({ connectionString: stage.databaseUrl, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query(
        `select (select count(*)::int from pg_locks where locktype = 'advisory' and granted
            and objid = (hashtext('workspace-suite.maintenance')::bigint & 4294967295)::oid) as leaders,
          (select coalesce(max(position), 0)::int from events) as events,
          (select min(position)::int from event_cursors) as heard`,
      );
      found = rows[0];
      wanted ??= rows[0].events + 1;
      if (rows[0].leaders === 1 && rows[0].heard >= wanted!) return;
    } catch (error) {
      found = error;
    } finally {
      await client.end().catch(() => undefined);
    }
    if (performance.now() > end) throw new Error(`background work did not come back: ${JSON.stringify(found)}`);
    await sleep(200);
  }
}

function outageOf(journal: Journal, loss: Loss, from: number): Outage {
  const attempts = journal.operations.flatMap((operation) => operation.attempts);
  const times = attempts.filter(acknowledged).map(({ endedAt }) => endedAt);
  const later = times.filter((time) => time > from).toSorted((one, other) => one - other);
  let [gap, end, last] = [0, from, Math.max(...times.filter((time) => time <= from))];
  for (const time of later) {
    if (time - last > gap) [gap, end] = [time - last, time];
    last = time;
  }
  const within = attempts.filter(({ status, endedAt }: Attempt) => status === 503 && endedAt >= from && endedAt <= end);
  const slowest = Math.max(0, ...within.map(({ startedAt, endedAt }) => endedAt - startedAt));
  return { loss, seconds: gap / 1_000, unavailable: within.length, slowest: slowest / 1_000 };
}

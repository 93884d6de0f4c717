/**
 * npm run drill                                  a random seed, 3 rounds
 * npm run drill -- --seed 1 --rounds 10 --seconds 20 --redis off
 * npm run drill -- --failover                    loses the primary of a replicated PostgreSQL
 * npm run drill -- --beside v1.0.0               an upgrade from that release, which goes on beside this one
 *
 * See README.md.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Api } from './api.js';
import { ApprovalClient } from './approvals.js';
import { checkBackup } from './backup.js';
import { EMPTY, LEFT, readBooks } from './books.js';
import { checkBounds } from './bounds.js';
import { plan, strike } from './chaos.js';
import { check } from './checker.js';
import { Cluster, missingPrograms } from './cluster.js';
import { createShared, DocumentClient } from './documents.js';
import { failOver, type Outage } from './failover.js';
import { Follower } from './follower.js';
import { acknowledged, Journal, unknown } from './journal.js';
import { KeyClient } from './keys.js';
import { Random } from './random.js';
import { buildRelease, forgetRelease, lastTag } from './release.js';
import { Receivers } from './receivers.js';
import { hasRedis, Stage } from './stage.js';
import { WebhookClient } from './webhooks.js';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    clients: { type: 'string', default: '8' },
    redis: { type: 'string', default: 'auto' },
    failover: { type: 'boolean', default: false },
    losses: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '3' },
    beside: { type: 'string' },
  },
});
const { seed } = options;
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
/** Seconds that deliveries may take to come to their end once nothing is killed any more. */
const REST = 120;

const missing = options.failover ? missingPrograms() : [];
if (missing.length) {
  console.log(`DRILL SKIPPED: a failover needs ${missing.join(', ')}`);
  process.exit(0);
}

const directory = mkdtempSync(join(tmpdir(), 'suite-drill-'));
const random = new Random(seed);
const redis = options.redis === 'auto' && hasRedis();
const began = performance.now();
const say = (text: string) => console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${text}`);

process.setMaxListeners(30);
process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143));
say(`DRILL seed=${seed} rounds=${rounds} seconds=${seconds} redis=${redis ? 'on' : 'off'}, files in ${directory}`);

const journal = new Journal(join(directory, 'journal.jsonl'));
const receivers = new Receivers(random.stream('receivers'));
const workers = options.beside === undefined ? random.stream('shape').between(1, 2) : 2;
const beside = options.beside === undefined ? null : buildRelease(directory, options.beside || lastTag() || 'HEAD');
const cluster = options.failover ? await Cluster.open(directory, Number(options.nodes)) : null;
const stage = await Stage.open({ directory, redis, workers, random: random.stream('stage'), cluster, beside });
const api = new Api(stage.key, journal);
const keys = new KeyClient(api, journal, random.stream('keys'));
const follower = new Follower(() => stage.databaseUrl);
const approvals = new ApprovalClient(api, stage.key, random.stream('approvals'));
const webhooks = new WebhookClient(api, journal, random.stream('webhooks'), receivers);

let faults: string[] = [];
let outages: Outage[] = [];
try {
  await receivers.open(2);
  await drill();
  faults = await audit();
} catch (error) {
  faults = [`the drill could not go on: ${(error as Error).stack}`, ...api.faults, ...stage.faults];
} finally {
  receivers.close();
  await stage.stop();
  if (beside) rmSync(beside, { recursive: true, force: true });
  if (beside) forgetRelease();
}
if (faults.length) {
  console.log(`\n${faults.length} VIOLATIONS`);
  for (const fault of faults.slice(0, 50)) console.log(`- ${fault.slice(0, 2_000)}`);
  console.log(`\nDRILL FAILED seed=${seed}; journal, logs and data are in ${directory}`);
} else {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  console.log(`\nDRILL OK seed=${seed}`);
}
process.exit(faults.length ? 1 : 0);

/** Load without a break, while shape after shape is knocked about. */
async function drill(): Promise<void> {
  api.servers = beside ? await stage.takeOther() : await stage.take('parts');
  await webhooks.subscribe();
  await approvals.open(stage.databaseUrl);
  const shared = await createShared(api, journal, random.stream('shared'), 4);
  const clients = Array.from({ length: Number(options.clients) }, (_, n) => {
    return new DocumentClient(`c${n + 1}`, api, journal, random.stream(`client ${n + 1}`), shared);
  });
  let over = false;
  const load = Promise.all([...clients, keys, webhooks, approvals, follower].map((client) => client.work(() => over)));

  if (cluster) {
    outages = await failOver(stage, cluster, journal, random.stream('losses'), {
      losses: Number(options.losses),
      seconds,
      say,
    });
  } else if (beside) await upgrade();
  else await knockAbout();
  over = true;
  receivers.behave = true;
  if (!cluster) api.servers = await stage.take('parts');
  await load;
}

/** This release comes beside the other one, which goes on with the schema of this one; then it is alone. */
async function upgrade(): Promise<void> {
  await sleep(seconds * 1_000);
  say('the new release starts, and migrates');
  api.servers = await stage.upgrade();
  for (let round = 1; round <= rounds; round++) {
    const planned = plan(random.stream(`beside ${round}`), seconds, stage.blows('parts'));
    say(`round ${round}, both releases: ${planned.map(({ blow }) => blow).join(', ')}`);
    await strike(stage, planned);
    await sleep(seconds * 1_000);
  }
  say('the old release ends');
}

async function knockAbout(): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const [shape, length] of [['parts', seconds] as const, ['whole', seconds / 2] as const]) {
      if (shape === 'whole') stage.changeKey();
      if (round > 1 || shape === 'whole') api.servers = await stage.take(shape);
      const planned = plan(random.stream(`${shape} ${round}`), length, stage.blows(shape));
      say(`round ${round}, ${shape}: ${planned.map(({ blow, hurried }) => (hurried ? `+ ${blow}` : blow)).join(', ')}`);
      // The secrets get their new key while everything is knocked about.
      await Promise.all([strike(stage, planned), ...(shape === 'whole' ? [stage.rotateSecrets()] : [])]);
    }
  }
}

/** Waits until all is quiet, then checks the books. */
async function audit(): Promise<string[]> {
  say('no more blows; waiting for deliveries');
  const database = new pg.Client(stage.databaseUrl);
  database.on('error', () => undefined); // its queries fail
  await database.connect();
  let left: Record<string, number> = {};
  const end = performance.now() + REST * 1_000;
  do {
    await sleep(250);
    left = (await database.query(LEFT)).rows[0];
  } while (Object.values(left).some((count) => count > 0) && performance.now() < end);
  say(`left: ${JSON.stringify(left)}`);
  // A connection idle in a transaction now stays so.
  await sleep(2_500);
  const found: string[] = [...api.faults, ...approvals.faults, ...receivers.faults, ...stage.faults];
  for (const [name, sql] of Object.entries(EMPTY)) {
    for (const row of (await database.query(sql)).rows) found.push(`${name}: ${JSON.stringify(row)}`);
  }
  const books = await readBooks(database);
  found.push(...(await approvals.audit(database)));
  found.push(...(await follower.missed(database, books.events)));
  const workspaces: string[] = (await database.query('select id from workspaces')).rows.map(({ id }) => id);
  await database.end();
  found.push(...check(journal, books, receivers.received));
  if (cluster) {
    for (const id of workspaces) found.push(...(await checkTrail(id)));
    found.push(...unanswered());
  } else {
    say('a backup, restored and compared');
    found.push(...(await checkBackup(stage, directory, books)));
  }
  say('slow bodies, and files up to the quota');
  found.push(...(await checkBounds(api.servers, stage.key)));

  const attempts = journal.operations.flatMap((operation) => operation.attempts);
  const receipts = [...receivers.received.values()].flatMap((events) => [...events.values()]);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  console.table({
    operations: journal.operations.length,
    requests: attempts.length,
    acknowledged: attempts.filter(acknowledged).length,
    'refused (4xx)': attempts.filter(({ status }) => status >= 400 && status < 500).length,
    'answered 503': attempts.filter(({ status }) => status === 503).length,
    'not answered': attempts.filter(({ status }) => status === 0).length,
    'replayed answers': attempts.filter(({ replayed }) => replayed).length,
    'left open': journal.operations.filter(({ attempts: all }) => all.every(unknown)).length,
    documents: books.documents.length,
    'audit entries': books.entries.length,
    events: books.events.length,
    subscriptions: books.webhooks.length,
    deliveries: books.deliveries.length,
    'deliveries failed for good': books.deliveries.filter(({ status }) => status === 'failed').length,
    'received and accepted': sum(receipts.map(({ accepted }) => accepted)),
    'received and refused': sum(receipts.map(({ refused }) => refused)),
    'accepted more than once': receipts.filter(({ accepted }) => accepted > 1).length,
    'probes of ended API keys': keys.probes,
    ...approvals.counts,
    'runs of secrets rotate': stage.rotations,
    'longest life after the end (ms)': Math.round(keys.longestAfterlife),
    ...Object.fromEntries(Object.entries(stage.kills).map(([blow, count]) => [`killed: ${blow}`, count])),
    ...Object.fromEntries(
      Object.entries(cluster?.losses ?? {}).map(([loss, count]) => [`primary lost: ${loss}`, count]),
    ),
  });
  if (outages.length)
    console.table(
      outages.map((outage) => ({
        ...outage,
        seconds: Number(outage.seconds.toFixed(1)),
        slowest: Number(outage.slowest.toFixed(1)),
      })),
    );
  return found;
}

async function checkTrail(workspace: string): Promise<string[]> {
  const fault = await stage.cli(['audit', 'verify', '--workspace', workspace], stage.servers, 120_000);
  return fault === null ? [] : [`audit verify of ${workspace}: ${fault}`];
}

/** No process of the application was killed, so every request has its answer, and without the database that is 503. */
function unanswered(): string[] {
  return journal.operations
    .flatMap(({ attempts }) => attempts)
    .filter(({ status }) => status === 0 || (status >= 500 && status !== 503))
    .map(({ token, status, body }) => `${token} was answered ${status || 'not at all'}: ${body}`);
}

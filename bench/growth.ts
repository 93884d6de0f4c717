import type { INestApplication } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Workspaces } from '../src/access/index.js';
import { AccessTokens } from '../src/access/oauth/access-tokens.js';
import { scopesOf } from '../src/access/roles/roles.js';
import { SessionsService } from '../src/access/sessions/sessions.service.js';
import { User } from '../src/access/users/user.entity.js';
import { createApp } from '../src/app.js';
import { createLogger } from '../src/platform/config/log.js';
import { readSettings } from '../src/platform/config/read-settings.js';
import { asSystem } from '../src/platform/context/request-context.js';
import { Clock } from '../src/platform/database/clock.js';
import { migrate } from '../src/platform/database/data-source.js';
import { Database } from '../src/platform/database/database.js';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.js';
import { migrateQueues } from '../src/platform/queues/queue-server.js';
import { StoreRegistry } from '../src/platform/resource/stores.module.js';
import { fill, type Sizes } from './growth-seed.js';
import { Lists, type Measured } from './growth-lists.js';

const FEW: Sizes = { users: 10_000, records: 10_000, entries: 10_000 };
const sizesOf = (records: number): Sizes => ({ users: records / 10, records, entries: 2 * records });

/** The same page in two states of the statistics. `loaded` is unknown where a kept database is measured again. */
interface States {
  /** Right after a bulk load, without ANALYZE. */
  loaded?: Measured;
  /** As autovacuum leaves them. */
  analyzed: Measured;
}

/**
 * PostgreSQL's time for every list, by every sort and filter, on its first page with its total and deep inside, in a small
 * workspace and in a large one. The cost of a page must not grow with the table. The databases stay in the directory `kept`.
 */
export async function growth(records: number, kept?: string): Promise<string[][]> {
  const rows = [['list', 'ms, few', 'ms, many', 'ratio', 'ms, loaded', 'rows read, many', 'total']];
  const few = await measured(FEW, kept);
  const many = await measured(sizesOf(records), kept);
  for (const [name, { analyzed, loaded }] of many) {
    const small = few.get(name)?.analyzed;
    const ratio = small ? analyzed.ms / small.ms : NaN;
    rows.push([
      name,
      small?.ms.toFixed(2) ?? '',
      analyzed.ms.toFixed(2),
      ratio.toFixed(1),
      loaded?.ms.toFixed(2) ?? '',
      String(analyzed.read),
      `${analyzed.total}${analyzed.bounded ? '+' : ''}`,
    ]);
  }
  return rows;
}

/** The access token of a user who may only read records shared with all. */
function member(app: INestApplication, workspaceId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const sign = async () => {
    const made = {
      email: 'v@example.com',
      display_name: 'V',
      status: 'active',
      roles: ['office:viewer'],
      password_hash: null,
    };
    const user = await app.get(StoreRegistry).of(User).create(made);
    const [created_at, expires_at] = [app.get(Clock).iso(), app.get(Clock).iso(86_400)];
    const session = await app.get(SessionsService).begin({ user_id: user.id, auth_method: 'oauth', expires_at });
    const scopes = [...scopesOf(made.roles)];
    const facts = { token, session_id: session.id, scopes, payload: {}, created_at, expires_at };
    await app.get(AccessTokens).add({ workspace_id: workspaceId, ...facts });
    return token;
  };
  return asSystem(workspaceId, () => app.get(Database).transaction(sign));
}

async function analyze(url: string): Promise<void> {
  // The connections of the application have time limits.
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum (analyze)');
  await client.end();
}

/** A running application whose workspace is filled. */
export interface Filled {
  app: INestApplication;
  /** The address of its server. */
  base: string;
  /** Of the first owner. */
  key: string;
  workspaceId: string;
  /** Of a user who is no admin. */
  member: string;
  /** Its tables have no statistics yet. */
  isFresh: boolean;
  /** Makes the statistics that autovacuum would make. */
  analyze: () => Promise<void>;
}

/** Runs `work` with an application and a workspace of these sizes. */
export async function withFilled<T>(
  sizes: Sizes,
  kept: string | undefined,
  work: (filled: Filled) => Promise<T>,
): Promise<T> {
  const directory = kept ? join(kept, String(sizes.records)) : mkdtempSync(join(tmpdir(), 'suite-growth-'));
  mkdirSync(directory, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: directory, settings: { autovacuum: 'off' } });
  try {
    await migrate(postgres.url);
    await migrateQueues(postgres.url);
    const settings = readSettings({
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      RATE_LIMIT: 'off',
      ROLE: 'api',
      LOG_LEVEL: 'warn',
    });
    const app = await createApp(settings, createLogger(settings.LOG_LEVEL));
    const server = await app.listen(0, '127.0.0.1');
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const filledFile = join(directory, 'filled.json');
      if (!existsSync(filledFile)) {
        const started = Date.now();
        const { workspace, owner, api_key } = (await app.get(Workspaces).createFirst())!;
        await fill(app, workspace.id, owner.id, sizes);
        const filled = [api_key, workspace.id, await member(app, workspace.id)];
        writeFileSync(filledFile, JSON.stringify(filled));
        console.error(`${sizes.records} records: ${((Date.now() - started) / 1e3).toFixed(0)} s`);
      }
      const { rows: statistics } = await app
        .get(Database)
        .pool.query(`select from pg_stats where tablename = 'documents' limit 1`);
      const isFresh = !statistics.length;
      const [key, workspaceId, token] = JSON.parse(readFileSync(filledFile, 'utf8')) as [string, string, string];
      return await work({
        app,
        base,
        key,
        workspaceId,
        member: token,
        isFresh,
        analyze: () => analyze(postgres.url),
      });
    } finally {
      await app.close();
    }
  } finally {
    await postgres.stop();
    if (!kept) await rm(directory, { recursive: true, force: true });
  }
}

const measured = (sizes: Sizes, kept?: string): Promise<Map<string, States>> =>
  withFilled(sizes, kept, async ({ app, base, key, workspaceId, member: token, isFresh, analyze: makeStatistics }) => {
    const lists = new Lists(app, base, key, workspaceId, token);
    const loaded = new Map<string, Measured>();
    if (isFresh) {
      for await (const [name, result] of lists.measure(3)) loaded.set(name, result);
      await makeStatistics();
    }
    const results = new Map<string, States>();
    for await (const [name, analyzed] of lists.measure(3)) results.set(name, { analyzed, loaded: loaded.get(name) });
    return results;
  });

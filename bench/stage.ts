import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { newToken } from '../src/access/api-keys/api-key.token.js';
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/database/embedded/embedded-postgres.js';

/** A process under load. */
export interface Server {
  name: string;
  url: string;
  pid: number;
  key: string;
  /** Ends it and waits for its end. */
  stop: () => Promise<void>;
}

/** A PostgreSQL of its own with production's settings, an application and the limit as processes on it. */
export class Stage {
  readonly #stops: (() => unknown)[] = [];
  key = newToken('test', 'ws_of_this_run');
  sql: pg.Client;
  #env: Record<string, string>;

  /** `settings` and `log` of PostgreSQL; `kept`: the directory of a database that stays for the next run. */
  static async open(postgres: Pick<EmbeddedPostgresOptions, 'settings' | 'log'> = {}, kept?: string): Promise<Stage> {
    const stage = new Stage();
    try {
      await stage.#open(postgres, kept);
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async #open(options: Pick<EmbeddedPostgresOptions, 'settings' | 'log'>, kept?: string): Promise<void> {
    const directory = kept ?? mkdtempSync(join(tmpdir(), 'suite-bench-'));
    if (kept) {
      const key = join(kept, 'bench-key');
      if (existsSync(key)) this.key = readFileSync(key, 'utf8');
      else writeFileSync(key, this.key);
    } else this.#stops.push(() => rm(directory, { recursive: true, force: true }));
    const postgres = await startEmbeddedPostgres({ dataDir: directory, ...options });
    this.#stops.push(() => postgres.stop());
    this.#env = {
      NODE_ENV: 'production',
      DATA_DIR: directory,
      DATABASE_URL: postgres.url,
      RATE_LIMIT: 'off',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
      ROLE: process.env.ROLE ?? 'api',
      BOOTSTRAP_API_KEY: this.key,
      // As `npm start` and the image set it.
      MALLOC_MMAP_THRESHOLD_: '65536',
    };
    this.sql = new pg.Client(postgres.url);
    await this.sql.connect();
    this.#stops.push(() => this.sql.end());
  }

  /** The application. The first start also migrates the database and makes the workspace and its key. */
  startApp = (env: Record<string, string> = {}) => this.#start('app', '../src/main.js', env);

  startLimit = (env: Record<string, string> = {}) => this.#start('limit', './limit.js', env);

  startWebhookLimit = (env: Record<string, string>) => this.#start('limit', './limit-webhooks.js', env);

  startStreamLimit = () => this.#start('limit', './limit-stream.js');

  startCareersLimit = () => this.#start('limit', './limit-careers.js');
  startSalesLimit = () => this.#start('limit', './limit-sales.js');

  startProjectLimit = () => this.#start('limit', './limit-project.js');

  startFilesLimit = () => this.#start('limit', './limit-files.js');

  /** Ends everything that was started, the last first. */
  async close(): Promise<void> {
    while (this.#stops.length) await this.#stops.pop()!();
  }

  async #start(name: string, file: string, env: Record<string, string> = {}): Promise<Server> {
    const port = await freePort();
    // The flag is that of `npm start` and the image.
    const program = ['--max-semi-space-size=16', fileURLToPath(new URL(file, import.meta.url))];
    const child = spawn(process.execPath, program, {
      env: { ...process.env, ...this.#env, ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    const stop = () => {
      child.kill('SIGTERM');
      return gone;
    };
    this.#stops.push(stop);
    process.once('exit', () => child.kill('SIGKILL'));
    await new Promise<void>((ready, fail) => {
      void gone.then(() => fail(new Error(`The ${name} ended before it listened.`)));
      createInterface({ input: child.stdout }).on('line', (line) => line.includes(' listens on ') && ready());
    });
    return { name, url: `http://127.0.0.1:${port}`, pid: child.pid!, key: this.key, stop };
  }

  /** Takes over the documents of the workspace: exactly `count`, over statuses, owners, visibilities and the trash. */
  async seed(count: number): Promise<void> {
    await this.sql.query('begin');
    // Without triggers, which is faster.
    await this.sql.query('set local session_replication_role = replica');
    await this.sql.query('truncate documents');
    await this.sql.query(
      `insert into documents (workspace_id, id, title, content, content_type, status, owner_id, permissions, tags,
          created_at, updated_at, revision, deleted_at, purge_at)
       select w.id, 'doc_' || lpad(n::text, 26, '0'), 'Document ' || n, $2, 'html',
          (array['draft', 'published', 'published', 'archived'])[1 + n % 4],
          'usr_' || lpad((n / 4 % 40)::text, 26, '0'),
          jsonb_build_object('visibility', (array['private', 'workspace', 'public'])[1 + n / 7 % 3]),
          case n % 5 when 0 then array['plan', 'q' || n % 4] else '{}' end,
          t.at, t.at, 1, d.at, d.at + interval '30 days'
         from workspaces w, generate_series(1, $1::int) n,
              lateral (select now() - ($1 - n) * interval '10 seconds' as at) t,
              lateral (select case when n % 52 = 0 then t.at end as at) d`,
      [count, `<p>${randomBytes(250).toString('hex')}</p>`],
    );
    await this.sql.query('commit');
    await this.settle();
  }

  /** Brings the tables into the state that autovacuum keeps them in, and writes out dirty pages. */
  async settle(): Promise<void> {
    await this.sql.query('vacuum (analyze)');
    await this.sql.query('checkpoint');
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

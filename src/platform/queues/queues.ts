import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type JobsOptions, Queue } from 'bullmq';
import { randomUUID } from 'node:crypto';
import { QueueServer } from './queue-server.js';

/** Milliseconds a caller waits for the queue server at most. */
const ANSWER_MS = 1000;

/** How many jobs of a queue are in which state. */
interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
}

/** All queues of the application. */
@Injectable()
export class Queues {
  readonly #logger = new Logger(Queues.name);
  #failing = false;
  #found?: Map<string, Queue>;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly server: QueueServer,
  ) {}

  /**
   * Wakes a worker. Call it after the row that says what is to be done is committed: the row is the truth,
   * the job is a hint, and a sweeper adds it again if it got lost.
   * So a queue server that is away neither fails the caller nor holds it longer than a second; it is logged.
   * To add a job only if the same work does not already wait or run, give `deduplication: { id }`
   * (not `jobId`: a failed job keeps its id, and would swallow all that follow).
   */
  async add(queue: string, name: string, data: object = {}, options: JobsOptions = {}): Promise<void> {
    const target = this.#queue(queue);
    try {
      if (!this.server.reachable) throw new Error('the queue server is away');
      // An id of our own spares PostgreSQL a sequence per queue, which only an owner of the schema could create.
      await inTime(target.add(name, data, { jobId: randomUUID(), ...options }));
      this.#failing = false;
    } catch (error) {
      const text = `Job ${name} was not added to ${queue}, a sweeper will repair it: ${(error as Error).message}`;
      if (this.#failing) this.#logger.debug(text);
      else this.#logger.warn(text);
      this.#failing = true;
    }
  }

  /** Counts by queue. Rejects when the queue server does not answer within a second. */
  counts(): Promise<Record<string, QueueCounts>> {
    return inTime(this.#count());
  }

  /** Lets the failed jobs of a queue wait again. */
  async retryFailed(queue: string): Promise<void> {
    await this.#queue(queue).retryJobs({ state: 'failed' });
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

  async #count(): Promise<Record<string, QueueCounts>> {
    const counting = [...this.#all.values()].map(async (queue) => {
      const found = await queue.getJobCounts('wait', 'prioritized', 'active', 'delayed', 'failed');
      const { wait = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = found;
      return [queue.name, { waiting: wait + prioritized, active, delayed, failed }] as const;
    });
    return Object.fromEntries(await Promise.all(counting));
  }

  #queue(name: string): Queue {
    const queue = this.#all.get(name);
    if (!queue) throw new Error(`There is no queue ${name}: a module must import QueuesModule.queue('${name}')`);
    return queue;
  }

  /** By name; complete once all modules are made. */
  get #all(): Map<string, Queue> {
    return (this.#found ??= new Map(
      this.discovery
        .getProviders()
        .map((provider): unknown => provider.instance)
        .filter((instance) => instance instanceof Queue)
        .map((queue) => [queue.name, queue]),
    ));
  }
}

/** Rejects when `work` takes longer than `ANSWER_MS`. The work itself cannot be called back. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ANSWER_MS} ms`)), ANSWER_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

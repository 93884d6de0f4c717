import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  currentContext,
  Cursors,
  type FailedJob,
  notFound,
  type Page,
  Queues,
  Secrets,
  ShortLists,
  unavailable,
} from '../../platform/index.js';
import type { FailedJobQuery, QueueQuery, QueueView, RetriedJobs, RetryJobs } from './queue.dto.js';
import { queues } from './queue.resource.js';

/** The queues of the deployment, in Redis or PostgreSQL alike. 503 while the server that holds them is away. */
@Injectable()
export class QueuesService {
  readonly #cursors: Cursors;

  constructor(
    private readonly queues: Queues,
    private readonly lists: ShortLists,
    private readonly audit: AuditTrail,
    secrets: Secrets,
  ) {
    this.#cursors = new Cursors(...secrets.deriveAll('cursors'));
  }

  async list(query: QueueQuery): Promise<Page<QueueView>> {
    const [counts, paused] = await answered(Promise.all([this.queues.counts(), this.queues.paused()]));
    const items = this.queues.names.map((name) => ({ name, ...counts[name]!, paused: paused.has(name) }));
    return this.lists.page(queues.type, items, query);
  }

  /**
   * A page of the failed jobs. They come and go between two pages, so a cursor names the last job that was shown, not a
   * place.
   */
  async failed(name: string, { limit, cursor, sort }: FailedJobQuery): Promise<Page<FailedJob>> {
    this.#check(name);
    const list = JSON.stringify([queues.type, name, currentContext().workspaceId, sort ?? '']);
    const after = cursor ? (this.#cursors.read(list, cursor, 2) as [string, string]) : null;
    const found = await answered(this.queues.failed(name));
    const all = sort?.endsWith(':asc') || sort === 'failed_at' ? found.toReversed() : found;
    const ascending = all !== found;
    const rest = after ? all.filter((job) => isBehind(job, after, ascending)) : all;
    const data = rest.slice(0, limit);
    const last = data.at(-1);
    const has_more = rest.length > data.length;
    const next_cursor = has_more ? this.#cursors.write(list, [last!.failed_at, last!.id]) : null;
    return { data, meta: { total: all.length, next_cursor, has_more } };
  }

  /** Lets failed jobs wait again, once it is noted who wanted that. Jobs bear being repeated. */
  async retry(name: string, { ids }: RetryJobs): Promise<RetriedJobs> {
    this.#check(name);
    const failed = await answered(this.queues.failed(name));
    const chosen = ids ? failed.filter(({ id }) => ids.includes(id)) : failed;
    await this.audit.note({
      action: `${queues.type}.retried`,
      resource_type: queues.type,
      resource_id: name,
      outcome: 'success',
      changes: null,
    });
    currentContext().unitOfWork!.afterCommit(() => void this.#retry(name, ids && chosen.map(({ id }) => id)));
    return { queue: name, retried: chosen.length };
  }

  /** A retry that does not reach the queue server leaves the job failed, and the list shows it as failed. */
  async #retry(name: string, ids?: string[]): Promise<void> {
    await this.queues.retryFailed(name, ids).catch(() => undefined);
  }

  #check(name: string): void {
    if (!this.queues.names.includes(name)) throw notFound(`There is no queue ${name}.`);
  }
}

const isBehind = ({ failed_at, id }: FailedJob, [time, last]: [string, string], ascending: boolean): boolean => {
  if (failed_at === time && id === last) return false;
  const later = failed_at === time ? id > last : failed_at > time;
  return later === ascending;
};

const answered = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch(() => {
    throw unavailable('The queue server does not respond.');
  });

import { Injectable, Logger } from '@nestjs/common';
import { asSystem, currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Queues } from '../queues/queues.js';
import type { Input } from '../resource/record-maker.js';
import type { ResourceStore } from '../resource/store.js';
import { BlobStore } from '../storage/blob-store.js';
import { Blobs } from '../storage/blobs.js';
import { dueJobs, type FileJob, type FileJobRepository, type JobKey, outstandingJobs } from './file-job.repository.js';

/** Attempts after which a job has failed. */
const MAX_ATTEMPTS = 5;
/** Backoff after a failed attempt. */
const RETRY_SECONDS = 5;
/** Interval of progress updates. */
const PROGRESS_MS = 1_000;
const TEN_MINUTES_MS = 600_000;
/** Days that a file is kept. */
export const FILE_DAYS = 7;
/** Retention of ended jobs. */
const RETENTION_DAYS = 37;
const DAY_SECONDS = 86_400;
/** Seconds that a download link is valid. */
const LINK_SECONDS = 3_600;

/** The job was cancelled, another worker has it, or this process stops. */
class Interrupted extends Error {}

/** The job must wait for a resource. This does not count as a failed attempt. */
export class Postponed extends Error {}

/** A file that is being written. */
export interface FileSource<T> {
  bytes: AsyncIterable<Buffer>;
  /** Counts so far. */
  counted: () => Partial<T>;
  /** The fields of the record, once all bytes are there. */
  facts: () => Partial<T>;
}

/** The services of all file jobs. */
@Injectable()
export class FileJobServices {
  constructor(
    readonly blobs: Blobs,
    readonly blobStore: BlobStore,
    readonly database: Database,
    readonly clock: Clock,
    readonly queues: Queues,
    readonly maintenance: Maintenance,
    readonly backlogs: Backlogs,
  ) {}
}

interface FileJobOptions {
  queue: string;
  /** `export`: in messages, in the data of jobs, and as the kind of the backlog. */
  noun: string;
  /** `guard.exports`: begins the names of its maintenance tasks. */
  task: string;
  /** `exports of the audit log`: in the descriptions of these tasks. */
  plural: string;
  /** The verb of the change to `completed`. */
  done: string;
}

/**
 * Files generated in the background: audit exports, archives. The request only inserts a record. The row is the source of
 * truth, so a job survives a dead worker and a lost queue. A worker holds a job by a lease; a dead one leaves an unclaimed
 * blob, and the next worker starts over.
 */
export abstract class FileJobs<T extends FileJob> {
  readonly #logger: Logger;
  #stopping = false;

  constructor(
    protected readonly store: ResourceStore<T>,
    private readonly jobs: FileJobRepository<T>,
    private readonly services: FileJobServices,
    private readonly options: FileJobOptions,
  ) {
    const { noun, task, plural } = options;
    this.#logger = new Logger(plural);
    services.backlogs.add({ kind: noun, items: outstandingJobs(jobs.table), retry: (id) => this.retry(id) });
    services.maintenance.add({
      name: `${task}-sweep`,
      description: `Resumes interrupted ${plural}.`,
      due: dueJobs(jobs.table),
      run: () => this.sweep(),
    });
    services.maintenance.add({
      name: task,
      description: `Removes the files of expired ${plural}.`,
      every: TEN_MINUTES_MS,
      run: () => this.#expire(),
    });
  }

  /** The content of the file, as of now. */
  protected abstract source(record: T): FileSource<T>;

  /** Generates the file of a job, unless another worker does. */
  async run(key: JobKey): Promise<void> {
    const record = await this.jobs.claim(key);
    if (!record) return;
    await asSystem(record.workspace_id, () => this.#attempt(record));
  }

  /** Aborts the jobs of this process. Another process starts them over. */
  stop(): void {
    this.#stopping = true;
  }

  /** Wakes a worker for a new record once the running unit of work has committed. */
  begin(record: T): void {
    currentContext().unitOfWork!.afterCommit(() => void this.#wake(record));
  }

  /** Wakes workers for jobs without a valid lease: after a crash, a lost queue or a failed attempt. */
  async sweep(): Promise<void> {
    for (const record of await this.jobs.due()) await this.#wake(record);
  }

  /** Aborts a running job within seconds, or removes the file of a completed one. */
  async cancel(record: T): Promise<void> {
    await this.store.lock(record);
    if (['failed', 'cancelled', 'expired'].includes(record.status)) return;
    // A worker may have changed the record since it was loaded; that is not a conflict.
    const gone = { blob_key: null, lease_until: null } as Partial<Input<T>>;
    await this.store.transition(record, 'cancelled', gone as Input<T>, { as: 'cancelled' });
    if (record.blob_key) await this.services.blobs.release(record.blob_key);
  }

  /** Restarts a failed job, or wakes a worker for a pending one. */
  async retry(id: string): Promise<void> {
    const record = await this.store.find(id, { lock: true });
    if (!record) return;
    const anew = { error: null, attempts: 0 } as Partial<Input<T>>;
    if (record.status === 'failed') await this.store.transition(record, 'pending', anew as Input<T>, { as: 'retried' });
    this.begin(record);
  }

  /** The status as of now: maintenance marks expired jobs only minutes later. */
  statusOf({ status, expires_at }: Pick<T, 'status' | 'expires_at'>): T['status'] {
    return status === 'completed' && expires_at! <= this.services.clock.iso() ? 'expired' : status;
  }

  /** The download link of a job's file and its expiry, both null unless the job is completed. */
  async linkTo(record: T, file: { name: string; mime_type: string }) {
    if (this.statusOf(record) !== 'completed') return { download_url: null, download_url_expires_at: null };
    const until = Math.min(this.services.clock.now() + LINK_SECONDS * 1000, Date.parse(record.expires_at!));
    const expires = Math.ceil(until / 1000) * 1000;
    return {
      download_url: await this.services.blobStore.link(record.blob_key!, { ...file, expires }),
      download_url_expires_at: new Date(expires).toISOString(),
    };
  }

  #wake({ workspace_id, id }: JobKey): Promise<void> {
    const { queue, noun } = this.options;
    const job = { workspace_id, [`${noun}_id`]: id };
    return this.services.queues.add(queue, noun, job, { deduplication: { id, keepLastIfActive: true } });
  }

  async #attempt(record: T): Promise<void> {
    if (record.attempts > MAX_ATTEMPTS) {
      const error = `The ${this.options.noun} failed after ${MAX_ATTEMPTS} attempts.`;
      await this.#end(record, 'failed', { error } as Partial<T>);
      return;
    }
    const { clock } = this.services;
    const key = await this.services.blobs.announce();
    try {
      const facts = await this.#write(record, key);
      // From here on the blob may be claimed. If it is not, the sweep removes it.
      await this.#end(record, 'completed', {
        ...facts,
        blob_key: key,
        completed_at: clock.iso(),
        expires_at: clock.iso(FILE_DAYS * DAY_SECONDS),
      });
    } catch (error) {
      const isAttempt = !(error instanceof Interrupted || error instanceof Postponed);
      if (isAttempt) this.#logger.warn(`${record.id} failed and will be retried: ${(error as Error).message}`);
      await this.jobs.giveBack(record, error instanceof Interrupted ? 0 : RETRY_SECONDS, isAttempt);
    }
  }

  async #write(record: T, key: string): Promise<Partial<T>> {
    const { bytes, counted, facts } = this.source(record);
    let isOurs = true;
    const tell = () =>
      this.jobs.progress(record, counted()).then(
        (ours) => (isOurs = ours),
        // If the database is unreachable, the lease expires.
        () => undefined,
      );
    const timer = setInterval(() => void tell(), PROGRESS_MS);
    const watched = async function* (this: FileJobs<T>) {
      for await (const piece of bytes) {
        if (!isOurs || this.#stopping) throw new Interrupted();
        yield piece;
      }
    };
    try {
      await this.services.blobStore.write(key, watched.call(this));
    } catch (error) {
      await this.services.blobs.discard(key);
      throw error;
    } finally {
      clearInterval(timer);
    }
    return facts();
  }

  /** Writes the result, unless another worker has the job meanwhile. */
  async #end({ id, attempts }: T, status: 'completed' | 'failed', facts: Partial<T>): Promise<void> {
    await this.services.database.transaction(async () => {
      const record = await this.store.find(id, { lock: true });
      if (record?.status !== 'processing' || record.attempts !== attempts) return;
      const as = status === 'completed' ? this.options.done : 'failed';
      await this.store.transition(record, status, { ...facts, lease_until: null } as unknown as Input<T>, { as });
      if (facts.blob_key) await this.services.blobs.claim(facts.blob_key);
    });
  }

  /** Removes expired files, and deletes jobs that ended long ago. */
  async #expire(): Promise<void> {
    const { database, blobs, clock } = this.services;
    for (const { workspace_id, id } of await this.jobs.expired()) {
      await asSystem(workspace_id, () =>
        database.transaction(async () => {
          const record = await this.store.find(id, { lock: true });
          if (record?.status !== 'completed') return;
          const gone = { blob_key: null } as Partial<Input<T>>;
          await this.store.transition(record, 'expired', gone as Input<T>, { as: 'expired' });
          await blobs.release(record.blob_key!);
        }),
      );
    }
    await this.jobs.forget(clock.iso(-RETENTION_DAYS * DAY_SECONDS));
  }
}

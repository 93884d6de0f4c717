import { Injectable } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import type { Lease } from '../leased-work/lease.js';
import type { WorkProcessor } from '../leased-work/leased-work.js';
import { Works } from '../leased-work/works.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Maintenance } from '../maintenance/maintenance.js';
import type { Input } from '../resource/record-maker.js';
import type { ResourceStore } from '../resource/store.js';
import { BlobStore } from '../storage/blob-store.js';
import { Blobs } from '../storage/blobs.js';
import { type FileJob, FileJobRepository } from './file-job.repository.js';

const TEN_MINUTES_MS = 600_000;
/** Days that a file is kept. */
export const FILE_DAYS = 7;
/** Retention of ended jobs. */
const RETENTION_DAYS = 37;
const DAY_SECONDS = 86_400;
/** Seconds that a download link is valid. */
const LINK_SECONDS = 3_600;

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
    readonly works: Works,
    readonly maintenance: Maintenance,
    readonly backlogs: Backlogs,
  ) {}
}

interface FileJobOptions {
  /** `export`: the kind of its work. */
  kind: string;
  /** `guard.exports`: the maintenance task that removes expired files. */
  task: string;
  /** `exports of the audit log`: in the description of this task. */
  plural: string;
  /** The verb of the change to `completed`. */
  done: string;
}

/**
 * Files generated in the background: audit exports, archives. The request only inserts a record, which is leased work: a
 * subclass is `@LeasedWork({ ...FILE_JOB, … })`. A dead worker leaves an unclaimed blob, and the next one starts over.
 */
export abstract class FileJobs<T extends FileJob> implements WorkProcessor<T> {
  readonly #jobs: FileJobRepository;

  constructor(
    protected readonly store: ResourceStore<T>,
    private readonly services: FileJobServices,
    private readonly options: FileJobOptions,
  ) {
    this.#jobs = new FileJobRepository(services.database, services.clock, store.table);
    services.maintenance.add({
      name: options.task,
      description: `Removes the files of expired ${options.plural}.`,
      every: TEN_MINUTES_MS,
      run: () => this.#expire(),
    });
  }

  /** The content of the file, as of now. */
  protected abstract source(record: T): FileSource<T>;

  /** Generates the file of a job. */
  async process(record: T, lease: Lease): Promise<void> {
    const { blobs, clock } = this.services;
    const key = await blobs.announce();
    const facts = await this.#write(record, lease, key);
    // From here on the blob may be claimed. If it is not, the sweep removes it.
    await lease.transaction(async () => {
      await this.#end(record, 'completed', this.options.done, {
        ...facts,
        blob_key: key,
        completed_at: clock.iso(),
        expires_at: clock.iso(FILE_DAYS * DAY_SECONDS),
      });
      await blobs.claim(key);
    });
  }

  fail(record: T, error: string): Promise<void> {
    return this.#end(record, 'failed', 'failed', { error } as Partial<T>);
  }

  /** Wakes a worker for a new record once the running unit of work has committed. */
  begin({ id }: T): void {
    this.services.works.wake(this.options.kind, id);
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

  /** Restarts a failed job. */
  async retry(id: string): Promise<void> {
    const record = await this.store.find(id, { lock: true });
    if (record?.status !== 'failed') return;
    const anew = { error: null, attempts: 0 } as Partial<Input<T>>;
    await this.store.transition(record, 'pending', anew as Input<T>, { as: 'retried' });
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

  async #write(record: T, lease: Lease, key: string): Promise<Partial<T>> {
    const { bytes, counted, facts } = this.source(record);
    lease.report(counted);
    const watched = async function* () {
      for await (const piece of bytes) {
        lease.check();
        yield piece;
      }
    };
    try {
      await this.services.blobStore.write(key, watched());
    } catch (error) {
      await this.services.blobs.discard(key);
      throw error;
    }
    return facts();
  }

  async #end({ id }: T, status: 'completed' | 'failed', as: string, facts: Partial<T>): Promise<void> {
    const record = await this.store.get(id, { lock: true });
    await this.store.transition(record, status, { ...facts, lease_until: null } as unknown as Input<T>, { as });
  }

  /** Removes expired files, and deletes jobs that ended long ago. */
  async #expire(): Promise<void> {
    const { database, blobs, clock } = this.services;
    for (const { workspace_id, id } of await this.#jobs.expired()) {
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
    await this.#jobs.forget(clock.iso(-RETENTION_DAYS * DAY_SECONDS));
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { asSystem, Blobs, BlobStore, Clock, Database, InjectStore, type ResourceStore } from '../../platform/index.js';
import { Export } from './export.entity.js';
import { bytesOf, queryOf, type Written } from './export-file.js';
import { ExportRepository } from './export.repository.js';

/** After so many workers an export has failed. */
const MOST_ATTEMPTS = 5;
/** Before a failed attempt is repeated. */
const RETRY_SECONDS = 5;
/** Between two words of a worker on how far it is. */
const PROGRESS_MS = 1_000;
/** A file is kept so long. */
export const EXPORT_DAYS = 7;
/** And what is known of the export so long. */
const KNOWN_DAYS = 37;
const DAY_SECONDS = 86_400;

/** The export was cancelled, another worker has it, or this process stops. */
class Interrupted extends Error {}

/**
 * Writes the files of exports. A file is written from one statement, so it shows the trail as it was at one moment. A worker
 * has an export on a lease; one that dies leaves a blob that nobody claims, and the next worker begins anew.
 */
@Injectable()
export class ExportRuns {
  readonly #logger = new Logger('Exports');
  #stopping = false;

  constructor(
    @InjectStore(Export) private readonly store: ResourceStore<Export>,
    private readonly repository: ExportRepository,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async run(key: Pick<Export, 'workspace_id' | 'id'>): Promise<void> {
    const record = await this.repository.claim(key);
    if (!record) return;
    await asSystem(record.workspace_id, () => this.#attempt(record));
  }

  /** Ends what runs soon, for another process to begin anew. */
  stop(): void {
    this.#stopping = true;
  }

  /** Removes the files of exports that have expired, and forgets those that ended long ago. */
  async expire(): Promise<void> {
    for (const { workspace_id, id } of await this.repository.expired()) {
      await asSystem(workspace_id, () =>
        this.database.transaction(async () => {
          const record = await this.store.find(id, { lock: true });
          if (record?.status !== 'completed') return;
          await this.store.transition(record, 'expired', { blob_key: null }, { as: 'expired' });
          await this.blobs.release(record.blob_key!);
        }),
      );
    }
    await this.repository.forget(this.clock.iso(-KNOWN_DAYS * DAY_SECONDS));
  }

  async #attempt(record: Export): Promise<void> {
    if (record.attempts > MOST_ATTEMPTS) {
      await this.#end(record, 'failed', { error: `The export failed after ${MOST_ATTEMPTS} attempts.` });
      return;
    }
    const key = await this.blobs.announce();
    try {
      const { rows, bytes, sha256 } = await this.#write(record, key);
      // From here on the blob may be claimed; where it is not, a sweep removes it.
      await this.#end(record, 'completed', {
        row_count: rows,
        size_bytes: bytes,
        sha256,
        blob_key: key,
        completed_at: this.clock.iso(),
        expires_at: this.clock.iso(EXPORT_DAYS * DAY_SECONDS),
      });
    } catch (error) {
      const interrupted = error instanceof Interrupted;
      if (!interrupted) this.#logger.warn(`${record.id} failed and is tried again: ${(error as Error).message}`);
      await this.repository.giveBack(record, interrupted ? 0 : RETRY_SECONDS, !interrupted);
    }
  }

  async #write(record: Export, key: string): Promise<Written> {
    const { copy, query, values } = queryOf(record.workspace_id, record.format, record.filters, this.clock.iso());
    const written: Written = { rows: 0, bytes: 0, sha256: '' };
    const bytes = bytesOf(record, this.database.copy(copy, query, values), written);
    let isOurs = true;
    const tell = () =>
      this.repository.progress(record, written.rows).then(
        (ours) => (isOurs = ours),
        // The lease says so where the database stays away.
        () => undefined,
      );
    const timer = setInterval(() => void tell(), PROGRESS_MS);
    const watched = async function* (this: ExportRuns) {
      for await (const piece of bytes) {
        if (!isOurs || this.#stopping) throw new Interrupted();
        yield piece;
      }
    };
    try {
      await this.blobStore.write(key, watched.call(this));
    } catch (error) {
      await this.blobs.discard(key);
      throw error;
    } finally {
      clearInterval(timer);
    }
    return written;
  }

  /** Nothing, where the export is not this worker's any more. */
  async #end({ id, attempts }: Export, status: 'completed' | 'failed', facts: Partial<Export>): Promise<void> {
    await this.database.transaction(async () => {
      const record = await this.store.find(id, { lock: true });
      if (record?.status !== 'processing' || record.attempts !== attempts) return;
      const as = status === 'completed' ? 'exported' : 'failed';
      await this.store.transition(record, status, { ...facts, lease_until: null }, { as });
      if (facts.blob_key) await this.blobs.claim(facts.blob_key);
    });
  }
}

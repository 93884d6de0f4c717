import { getHeapStatistics } from 'node:v8';
import { Logger } from '@nestjs/common';
import { asSystem } from '../context/request-context.js';
import { collect } from '../config/collect.js';
import { BlobGone } from '../storage/blob-store.js';
import type { ImportKey, ImportLeases, LeasedImport } from './import-leases.js';

/** Attempts without progress after which an import has failed: that takes twenty minutes. */
const MAX_ATTEMPTS = 8;

/**
 * Bytes of garbage that portions leave before it is collected. V8 waits until its heap has grown threefold: an import of 40 000 time
 * entries took 180 MB.
 */
const MAX_GARBAGE_BYTES = 64 * 2 ** 20;

/** Permanent failure: do not retry. */
export class ImportFailed extends Error {}

/** The import has been cancelled, another worker has it, or this process stops. */
export class ImportInterrupted extends Error {}

/**
 * Runs imports, each on a lease. A subclass writes the rows in portions, each a transaction that also moves the position of the
 * import. So an import of any size is never in memory as a whole, and one whose worker died resumes without a row done twice.
 */
export abstract class ImportWorker<T extends LeasedImport> {
  readonly #logger = new Logger('Imports');
  #isStopping = false;
  /** Bytes of the heap after the last collection. */
  #heapBytes = heapBytes();

  protected abstract readonly repository: ImportLeases<T>;

  /** Does the work of an import that this worker has. */
  protected abstract work(record: T): Promise<void>;

  /** Ends an import after its work, or with the reason of its failure. */
  protected abstract end(record: T, error: string | null): Promise<void>;

  stop(): void {
    this.#isStopping = true;
  }

  async run(key: ImportKey): Promise<void> {
    const record = await this.repository.claim(key);
    if (record) await asSystem(record.workspace_id, () => this.#attempt(record));
  }

  /** Ends the attempt where this process stops. */
  protected checkStopping(): void {
    if (this.#isStopping) throw new ImportInterrupted();
  }

  /** To be called after each portion: bounds the memory of an import of any size. */
  protected boundMemory(): void {
    const bytes = heapBytes();
    this.#heapBytes = Math.min(this.#heapBytes, bytes);
    if (bytes - this.#heapBytes < MAX_GARBAGE_BYTES) return;
    collect('regular');
    this.#heapBytes = heapBytes();
  }

  async #attempt(record: T): Promise<void> {
    try {
      if (record.attempts > MAX_ATTEMPTS) throw new ImportFailed(`The import failed after ${MAX_ATTEMPTS} attempts.`);
      await this.work(record);
      await this.end(record, null);
    } catch (error) {
      if (error instanceof ImportInterrupted) return await this.repository.giveBack(record, { counted: false });
      const reason = reasonOf(error);
      if (reason) return await this.end(record, reason);
      this.#logger.warn(`${record.id} failed and is tried again: ${(error as Error).message}`);
      await this.repository.giveBack(record, { counted: true });
    }
  }
}

const heapBytes = (): number => getHeapStatistics().used_heap_size;

/** Reason of a permanent failure; null for others. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BlobGone) return 'The file no longer exists.';
  return error instanceof ImportFailed ? error.message : null;
}

import { Injectable } from '@nestjs/common';
import {
  ApiError,
  Blobs,
  BlobStore,
  Clock,
  currentContext,
  InjectStore,
  type Page,
  Queues,
  type ResourceStore,
  Settings,
} from '../../platform/index.js';
import { type CreateExport, ExportListView, type ExportQuery, type ExportView } from './export.dto.js';
import { Export } from './export.entity.js';
import { ExportRepository } from './export.repository.js';
import { fileOf } from './export-file.js';

export const EXPORTS_QUEUE = 'guard-exports';

/** Of one credential (D-API-7). */
const MOST_IN_AN_HOUR = 10;
/** Of one workspace, at a time. */
const MOST_AT_ONCE = 3;
const HOUR_SECONDS = 3_600;
/** That a link to download is good for. */
const LINK_SECONDS = 3_600;

/**
 * The audit log as files. A request only writes down what is wanted; a worker writes the file (see `ExportRuns`). The row is
 * the truth, so an export survives the death of its worker and the loss of the queue.
 */
@Injectable()
export class ExportsService {
  constructor(
    @InjectStore(Export) private readonly store: ResourceStore<Export>,
    private readonly repository: ExportRepository,
    private readonly queues: Queues,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async create({ format, gzip, filters = {} }: CreateExport) {
    const { actor, credential, unitOfWork } = currentContext();
    const requested_by = actor.id ?? actor.type;
    if (credential && this.settings.RATE_LIMIT) await this.#spend(requested_by);
    const made = await this.store.create({ format, gzip, filters, requested_by });
    unitOfWork!.afterCommit(() => void this.wake(made));
    return { job_id: made.id, status: made.status, id: made.id };
  }

  async list(query: ExportQuery): Promise<Page<ExportListView>> {
    const page = await this.store.page(query, ExportListView);
    const shown = (page.data as unknown as Export[]).map((each) => ({ ...each, job_id: each.id, ...this.#now(each) }));
    return { ...page, data: shown };
  }

  async show(record: Export): Promise<ExportView & Pick<Export, 'revision'>> {
    const seen = { ...record, job_id: record.id, ...this.#now(record) };
    if (seen.status !== 'completed') return { ...seen, download_url: null, download_url_expires_at: null };
    const until = Math.min(this.clock.now() + LINK_SECONDS * 1000, Date.parse(record.expires_at!));
    const expires = Math.ceil(until / 1000) * 1000;
    return {
      ...seen,
      download_url: await this.blobStore.link(record.blob_key!, { ...fileOf(record), expires }),
      download_url_expires_at: new Date(expires).toISOString(),
    };
  }

  /** Ends an export that runs, within seconds; takes away the file of one that is completed. */
  async cancel(record: Export): Promise<void> {
    await this.store.lock(record);
    if (['failed', 'cancelled', 'expired'].includes(record.status)) return;
    // A worker may have changed the record since it was loaded; that is not a conflict.
    await this.store.transition(record, 'cancelled', { blob_key: null, lease_until: null }, { as: 'cancelled' });
    if (record.blob_key) await this.blobs.release(record.blob_key);
  }

  /** Writes the file of a failed export anew; one that waits gets a worker. */
  async retry(id: string): Promise<void> {
    const record = await this.store.find(id, { lock: true });
    if (!record) return;
    if (record.status === 'failed')
      await this.store.transition(record, 'pending', { error: null, attempts: 0, row_count: 0 }, { as: 'retried' });
    currentContext().unitOfWork!.afterCommit(() => void this.wake(record));
  }

  wake({ workspace_id, id }: Pick<Export, 'workspace_id' | 'id'>): Promise<void> {
    const job = { workspace_id, export_id: id };
    return this.queues.add(EXPORTS_QUEUE, 'export', job, { deduplication: { id, keepLastIfActive: true } });
  }

  /** Whether its file is still there is judged now, not when maintenance comes to it. */
  #now({ status, expires_at }: Export): Pick<Export, 'status'> {
    return { status: status === 'completed' && expires_at! <= this.clock.iso() ? 'expired' : status };
  }

  /** Rows are what is counted, so that the budget is the same in all processes and outlives them. */
  async #spend(requestedBy: string): Promise<void> {
    const { recent, oldest, running } = await this.repository.usage(requestedBy, this.clock.iso(-HOUR_SECONDS));
    if (running >= MOST_AT_ONCE)
      throw tooMany(`${running} exports are already running. Wait until one of them is done.`, 10);
    if (recent < MOST_IN_AN_HOUR) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(oldest!) - this.clock.now()) / 1000) + HOUR_SECONDS);
    throw tooMany(`Export limit reached: ${MOST_IN_AN_HOUR} per hour. Try again in ${seconds} seconds.`, seconds);
  }
}

const tooMany = (message: string, seconds: number) =>
  new ApiError(429, message, undefined, { 'Retry-After': String(seconds) });

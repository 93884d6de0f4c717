import { Injectable } from '@nestjs/common';
import {
  ApiError,
  Clock,
  currentContext,
  InjectStore,
  type Page,
  type ResourceStore,
  Settings,
} from '../../platform/index.js';
import { type CreateExport, ExportListView, type ExportQuery, type ExportView } from './export.dto.js';
import { Export } from './export.entity.js';
import { ExportRepository } from './export.repository.js';
import { fileOf } from './export-file.js';
import { ExportRuns } from './export-runs.js';

/** Per credential (D-API-7). */
const MAX_PER_HOUR = 10;
/** Per workspace. */
const MAX_RUNNING = 3;
const HOUR_SECONDS = 3_600;

/** Exports of the audit log. The request inserts a record; a worker generates the file (see `ExportRuns`). */
@Injectable()
export class ExportsService {
  constructor(
    @InjectStore(Export) private readonly store: ResourceStore<Export>,
    private readonly repository: ExportRepository,
    private readonly runs: ExportRuns,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async create({ format, gzip, filters = {} }: CreateExport) {
    const { actor, credential } = currentContext();
    const requested_by = actor.id ?? actor.type;
    if (credential && this.settings.RATE_LIMIT) await this.#spend(requested_by);
    const made = await this.store.create({ format, gzip, filters, requested_by });
    this.runs.begin(made);
    return { job_id: made.id, status: made.status, id: made.id };
  }

  async list(query: ExportQuery): Promise<Page<ExportListView>> {
    const page = await this.store.page(query, ExportListView);
    const shown = (page.data as unknown as Export[]).map((each) => ({
      ...each,
      job_id: each.id,
      status: this.runs.statusOf(each),
    }));
    return { ...page, data: shown };
  }

  async show(record: Export): Promise<ExportView & Pick<Export, 'revision'>> {
    const link = await this.runs.linkTo(record, fileOf(record));
    return { ...record, job_id: record.id, status: this.runs.statusOf(record), ...link };
  }

  cancel(record: Export): Promise<void> {
    return this.runs.cancel(record);
  }

  /** Counts rows, so that the limit is shared by all processes and survives restarts. */
  async #spend(requestedBy: string): Promise<void> {
    const { recent, oldest, running } = await this.repository.usage(requestedBy, this.clock.iso(-HOUR_SECONDS));
    if (running >= MAX_RUNNING)
      throw tooMany(`${running} exports are already running. Wait until one of them is done.`, 10);
    if (recent < MAX_PER_HOUR) return;
    const seconds = Math.max(1, Math.ceil((Date.parse(oldest!) - this.clock.now()) / 1000) + HOUR_SECONDS);
    throw tooMany(`Export limit reached: ${MAX_PER_HOUR} per hour. Try again in ${seconds} seconds.`, seconds);
  }
}

const tooMany = (message: string, seconds: number) =>
  new ApiError(429, message, undefined, { 'Retry-After': String(seconds) });

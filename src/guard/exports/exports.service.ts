import { Injectable } from '@nestjs/common';
import { holdsReadAll } from '../../access/index.js';
import {
  ApiError,
  Clock,
  currentContext,
  type Holder,
  holderOf,
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
    const read_all = credential !== null && holdsReadAll(credential);
    const holder = credential && holderOf(credential, credential.scopes);
    const also = read_all ? { also: { read_all: { from: null, to: true } } } : {};
    const made = await this.store.create({ format, gzip, filters, requested_by, read_all, holder }, also);
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
    const link = mayDownload(record) ? await this.runs.linkTo(record, fileOf(record)) : NO_LINK;
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

const NO_LINK = { download_url: null, download_url_expires_at: null };

/** A file shows what its requester could read, so it is theirs alone, as long as they have the same scopes. */
function mayDownload({ holder, read_all }: Export): boolean {
  const { credential } = currentContext();
  if (!holder || !credential) return false;
  const own = holderOf(credential, credential.scopes);
  const same = holder.kind === 'api_key' ? ['id'] : ['user_id', 'grant_id'];
  return (
    (['kind', ...same] as (keyof Holder)[]).every((part) => holder[part] === own[part]) &&
    holder.scopes.every((scope) => credential.scopes.has(scope)) &&
    (!read_all || holdsReadAll(credential))
  );
}

const tooMany = (message: string, seconds: number) =>
  new ApiError(429, message, undefined, { 'Retry-After': String(seconds) });

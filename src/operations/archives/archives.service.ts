import { Injectable } from '@nestjs/common';
import {
  ApiError,
  apps,
  currentContext,
  forbidden,
  InjectStore,
  type Page,
  type ResourceStore,
  Settings,
} from '../../platform/index.js';
import { ArchiveRuns } from './archive-runs.js';
import { ArchiveListView, type ArchiveQuery, type ArchiveView } from './archive.dto.js';
import { Archive } from './archive.entity.js';
import { ArchiveRepository } from './archive.repository.js';

/** `Retry-After` in seconds while an archive is being made. */
const RETRY_AFTER_SECONDS = 60;

/** Archives of the caller's workspace. A request only creates the record; a worker writes the file (see `ArchiveRuns`). */
@Injectable()
export class ArchivesService {
  constructor(
    @InjectStore(Archive) private readonly store: ResourceStore<Archive>,
    private readonly repository: ArchiveRepository,
    private readonly runs: ArchiveRuns,
    private readonly settings: Settings,
  ) {}

  async create(): Promise<ArchiveListView> {
    this.mayRead();
    const { actor } = currentContext();
    if (this.settings.RATE_LIMIT && (await this.repository.running()))
      throw new ApiError(429, 'An archive of this workspace is already being made.', undefined, {
        'Retry-After': String(RETRY_AFTER_SECONDS),
      });
    const made = await this.store.create({ requested_by: actor.id ?? actor.type });
    this.runs.begin(made);
    return made;
  }

  async list(query: ArchiveQuery): Promise<Page<ArchiveListView>> {
    const page = await this.store.page(query, ArchiveListView);
    return { ...page, data: page.data.map((each) => ({ ...each, status: this.runs.statusOf(each as Archive) })) };
  }

  async show(record: Archive): Promise<ArchiveView> {
    this.mayRead();
    return { ...record, status: this.runs.statusOf(record), ...(await this.runs.linkTo(record, fileOf(record))) };
  }

  cancel(record: Archive): Promise<void> {
    return this.runs.cancel(record);
  }

  /** 403 unless the caller has the read scope of every app and no policy restricts them. */
  private mayRead(): void {
    const { credential, restrictions } = currentContext();
    const missing = apps().find((app) => !credential!.scopes.has(`${app}:read`));
    if (missing) throw forbidden(`An archive holds records of every app, so it needs the scope ${missing}:read.`);
    if (restrictions?.restrictsReading())
      throw forbidden('A policy restricts what you may read, so you cannot archive the workspace.');
  }
}

/** File name and media type of an archive. */
const fileOf = ({ workspace_id, created_at }: Archive) => ({
  name: `${workspace_id}-${created_at.slice(0, 19).replaceAll(':', '')}Z.zip`,
  mime_type: 'application/zip',
});

import { Injectable } from '@nestjs/common';
import {
  ImportEngine,
  ImportServices,
  People,
  type PortionResult,
  type Progress,
  type ReadableFile,
  type Reading,
} from '../../../imports/index.js';
import {
  IMPORT_WORK,
  type ImportKey,
  InjectStore,
  type Lease,
  LeasedWork,
  type ResourceStore,
} from '../../../platform/index.js';
import { Contact } from '../contact.entity.js';
import { ContactRepository } from '../contact.repository.js';
import { ContactRows } from './contact-rows.js';
import { readingOf } from './import-file.js';
import { ContactImport } from './import.entity.js';
import { ImportRepository } from './import.repository.js';
import { IMPORT, ImportsService } from './imports.service.js';

/** Reads files of contacts. */
@LeasedWork({
  ...IMPORT_WORK,
  kind: IMPORT,
  table: 'sales_imports',
  states: { open: `status in ('pending', 'running')`, failed: `status = 'failed'`, claim: `status = 'running'` },
  task: 'sales.imports-sweep',
  description: 'Resumes interrupted imports of contacts.',
  queue: 'sales-imports',
})
@Injectable()
export class ImportRuns extends ImportEngine<ContactImport> {
  constructor(
    services: ImportServices,
    @InjectStore(ContactImport) private readonly imports: ResourceStore<ContactImport>,
    @InjectStore(Contact) private readonly contacts: ResourceStore<Contact>,
    private readonly contactRepository: ContactRepository,
    private readonly repository: ImportRepository,
    private readonly service: ImportsService,
  ) {
    super(services, { table: 'sales_imports', task: 'sales.imports', plural: 'imports of contacts' });
  }

  protected async work(record: ContactImport, lease: Lease): Promise<void> {
    const rows = new ContactRows(this.contacts, this.contactRepository);
    const reading: Reading = {
      ...record,
      credential: record.holder,
      apps: ['sales'],
      match_by: record.match_by ? [`contact.${record.match_by}`] : [],
      files: [record],
    };
    const file: ReadableFile = { blob: record.blob_key, ...readingOf(record.mapping, rows) };
    const people = new People(this.engine.directory, {}, []);
    await this.read(this.runOf(reading, lease, people, progressOf(record), [rows], rows.kinds), [file]);
    await lease.transaction(() => this.#end(record, 'completed'));
  }

  fail(record: ContactImport, reason: string): Promise<void> {
    return this.#end(record, 'failed', reason);
  }

  retry(id: string): Promise<void> {
    return this.service.retry(id);
  }

  /** Contacts whose row changes nothing count as updated. */
  protected async keep(
    record: Reading,
    progress: Progress,
    { problems, links, counts: [count] }: PortionResult,
  ): Promise<void> {
    const [{ created, updated, failed }] = progress.counts as [(typeof progress.counts)[0]];
    const { created: more = 0, updated: changed = 0, skipped: same = 0 } = count ?? {};
    if (record.dry_run) await this.engine.repository.plan(record, links);
    await this.repository.addErrors(record, problems);
    progress.counts = [
      { kind: 'contact', created: created + more, updated: updated + changed + same, skipped: 0, failed },
    ];
  }

  protected move(record: Reading, progress: Progress): Promise<void> {
    return this.repository.move(record, progress);
  }

  protected async forget(key: ImportKey): Promise<string[]> {
    await this.engine.repository.clear(key, { problems: false });
    return this.repository.forget(key);
  }

  async #end({ id }: ContactImport, status: 'completed' | 'failed', error: string | null = null): Promise<void> {
    await this.service.end(await this.imports.get(id, { lock: true }), status, error);
  }
}

const progressOf = ({ processed_count, created_count, updated_count }: ContactImport): Progress => ({
  file_index: 0,
  file_rows: processed_count,
  processed_count,
  waiting_count: 0,
  problem_count: 0,
  undone_count: 0,
  kept_count: 0,
  counts: [{ kind: 'contact', created: created_count, updated: updated_count, skipped: 0, failed: 0 }],
  people: [],
});

import { Injectable } from '@nestjs/common';
import {
  Blobs,
  BlobStore,
  Clock,
  currentContext,
  failure,
  holderOf,
  InjectStore,
  invalidField,
  ResourceService,
  type ResourceStore,
  Works,
} from '../../../platform/index.js';
import { ImportServices } from '../../../imports/index.js';
import { inspect } from './import-file.js';
import type { ImportContacts } from './import.dto.js';
import { ContactImport } from './import.entity.js';
import { imports } from './import.resource.js';

/** The kind of its work, in the backlog too. */
export const IMPORT = 'import';

/** Retention of ended imports. */
const RETENTION_SECONDS = 30 * 86_400;

/** Requests on imports: validate and store the file. A worker processes it (`ImportRuns`). */
@Injectable()
export class ImportsService extends ResourceService<ContactImport> {
  constructor(
    @InjectStore(ContactImport) store: ResourceStore<ContactImport>,
    private readonly blobs: Blobs,
    private readonly blobStore: BlobStore,
    private readonly works: Works,
    private readonly engine: ImportServices,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  async import(upload: ImportContacts): Promise<ContactImport> {
    const { dry_run = false, match_by = null } = upload;
    const { key, name } = upload.file;
    const facts = await inspect(await this.blobStore.read(key), upload.mapping);
    if (match_by && !Object.values(facts.mapping).includes(match_by))
      throw invalidField('match_by', 'not_found', `No column of the file maps to ${match_by}.`);
    const { credential } = currentContext();
    upload.keep();
    const made = await this.store.create({
      name: name ?? 'contacts.csv',
      dry_run,
      match_by,
      ...facts,
      created_by: credential!.user_id,
      holder: holderOf(credential!, ['sales:read', 'sales:write']),
      blob_key: key,
    });
    await this.blobs.claim(key);
    this.works.wake(IMPORT, made.id);
    return made;
  }

  /** Cancels an import. Imported rows are kept. */
  async cancel(record: ContactImport): Promise<void> {
    await this.store.lock(record);
    if (!imports.states![record.status]!.includes('cancelled')) throw failure(imports, 'ended');
    await this.end(record, 'cancelled');
  }

  /** Resumes a failed import where it stopped. */
  async retry(id: string): Promise<void> {
    const record = await this.store.find(id, { lock: true });
    if (record?.status !== 'failed') return;
    const anew = { error: null, expires_at: null, attempts: 0, lease_until: null };
    await this.store.transition(record, 'pending', anew, { as: 'retried' });
  }

  /** Ends an import. The file is removed at once, but kept after a failure for a retry. The record is kept for a month. */
  async end(
    record: ContactImport,
    status: 'completed' | 'failed' | 'cancelled',
    error: string | null = null,
  ): Promise<void> {
    const expires_at = this.clock.iso(RETENTION_SECONDS);
    await this.store.transition(record, status, { error, expires_at }, { as: status });
    if (status === 'failed') return;
    await this.blobs.release(record.blob_key);
    await this.engine.repository.clear(record, { problems: false });
  }
}

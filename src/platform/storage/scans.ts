import type { Readable } from 'node:stream';
import { AuditTrail } from '../audit/audit-trail.js';
import { Settings } from '../config/settings.js';
import { currentContext } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { conflict } from '../errors/api-error.js';
import type { Lease } from '../leased-work/lease.js';
import { LeasedWork, Postponed, type WorkProcessor } from '../leased-work/leased-work.js';
import { Works } from '../leased-work/works.js';
import { StoreRegistry } from '../resource/stores.module.js';
import { BlobGone, BlobStore } from './blob-store.js';
import { scan } from './clamd.js';

/** The result of a file's virus scan. `skipped`: no scanner was set when it was uploaded. */
export const SCAN_STATUSES = ['pending', 'clean', 'infected', 'skipped'] as const;
type ScanStatus = (typeof SCAN_STATUSES)[number];

interface PendingFile {
  workspace_id: string;
  key: string;
  resource_type: string;
  resource_id: string;
  attempts: number;
}

/**
 * Virus scans before the first download (`VIRUS_SCAN`). A pending file has a row from the commit of its record on; the row of a
 * clean one is deleted. If the scanner is down, only downloads wait.
 */
@LeasedWork({
  kind: 'scan',
  table: 'file_scans',
  key: ['workspace_id', 'key'],
  columns: { id: 'resource_id', about: 'resource_id' },
  task: 'files.scan',
  description: 'Scans new files for viruses.',
  batch: 4,
  backoff: { firstSeconds: 30, maxSeconds: 3_600 },
})
export class Scans implements WorkProcessor<PendingFile> {
  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly store: BlobStore,
    private readonly audit: AuditTrail,
    private readonly works: Works,
    private readonly stores: StoreRegistry,
  ) {}

  /** The status of a new file. */
  get initialStatus(): ScanStatus {
    return this.settings.VIRUS_SCAN ? 'pending' : 'skipped';
  }

  /** Queues a scan, when the unit of work commits. */
  async add(key: string, { type, id }: { type: string; id: string }): Promise<void> {
    if (!this.settings.VIRUS_SCAN) return;
    await this.works.add('scan', { key, resource_type: type, resource_id: id, status: 'pending' });
  }

  /** 409 unless the blob is clean or exempt. */
  async check(key: string): Promise<void> {
    const [found] = await this.database.lookup<{ status: string; finding: string | null }>(
      'select status, finding from file_scans where workspace_id = $1 and key = $2',
      [currentContext().workspaceId, key],
    );
    if (found?.status === 'infected')
      throw conflict(`The file contains malware (${found.finding}) and cannot be downloaded.`);
    if (found) throw conflict('The file is pending: it has not been scanned for viruses yet. Try again in a moment.');
  }

  async process(file: PendingFile, lease: Lease): Promise<void> {
    const finding = await this.#scan(file.key);
    if (finding === null) await lease.complete(() => this.#tell(file, 'clean'));
    else await lease.transaction(() => this.#report(file, finding));
  }

  /** Changes the status of the record, unless it was deleted meanwhile. */
  async #tell({ resource_type, resource_id }: PendingFile, scan_status: ScanStatus): Promise<void> {
    const [store] = this.stores.ofType(resource_type);
    const record = await store!.find(resource_id, { lock: true, unseen: true });
    if (record) await store!.update(record, { scan_status });
  }

  /** The finding; null for a clean file, and for one that is gone. */
  async #scan(key: string): Promise<string | null> {
    if (!this.settings.VIRUS_SCAN) throw new Postponed();
    let content: Readable | null = null;
    try {
      content = await this.store.read(key);
      return await scan(new URL(this.settings.VIRUS_SCAN), content);
    } catch (error) {
      if (error instanceof BlobGone) return null;
      throw error;
    } finally {
      content?.destroy();
    }
  }

  async #report(file: PendingFile, finding: string): Promise<void> {
    const { workspace_id, key, resource_type, resource_id } = file;
    await this.database.write(
      `update file_scans set status = 'infected', finding = $3, error = null, next_attempt_at = null
       where workspace_id = $1 and key = $2`,
      [workspace_id, key, finding],
    );
    await this.#tell(file, 'infected');
    await this.audit.note({
      action: `${resource_type}.infected`,
      resource_type,
      resource_id,
      outcome: 'failure',
      changes: { finding: { from: null, to: finding } },
    });
  }
}

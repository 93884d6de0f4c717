import type { Readable } from 'node:stream';
import { AuditTrail } from '../audit/audit-trail.js';
import { Settings } from '../config/settings.js';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { conflict } from '../errors/api-error.js';
import type { Lease } from '../leased-work/lease.js';
import { LeasedWork, Postponed, type WorkProcessor } from '../leased-work/leased-work.js';
import { BlobGone, BlobStore } from './blob-store.js';
import { scan } from './clamd.js';

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
    private readonly clock: Clock,
  ) {}

  /** Queues a scan, when the unit of work commits. */
  async add(key: string, { type, id }: { type: string; id: string }): Promise<void> {
    if (!this.settings.VIRUS_SCAN) return;
    await this.database.write(
      `insert into file_scans (workspace_id, key, resource_type, resource_id, status, next_attempt_at, created_at)
       values ($1, $2, $3, $4, 'pending', $5, $5)`,
      [currentContext().workspaceId, key, type, id, this.clock.iso()],
    );
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
    if (finding !== null) await lease.transaction(() => this.#report(file, finding));
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

  async #report({ workspace_id, key, resource_type, resource_id }: PendingFile, finding: string): Promise<void> {
    await this.database.write(
      `update file_scans set status = 'infected', finding = $3, error = null, next_attempt_at = null
       where workspace_id = $1 and key = $2`,
      [workspace_id, key, finding],
    );
    await this.audit.note({
      action: `${resource_type}.infected`,
      resource_type,
      resource_id,
      outcome: 'failure',
      changes: { finding: { from: null, to: finding } },
    });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { AuditTrail } from '../audit/audit-trail.js';
import { Settings } from '../config/settings.js';
import { asSystem, currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { conflict } from '../errors/api-error.js';
import { plainReason } from '../errors/plain-reason.js';
import { Backlogs } from '../maintenance/backlogs.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { BlobGone, BlobStore } from './blob-store.js';
import { scan } from './clamd.js';

/** Files per claim. */
const BATCH_SIZE = 4;
/** Lease of a file. */
const LEASE_SECONDS = 600;
/** Exponential backoff: the first delay, doubled up to the maximum. */
const FIRST_RETRY_SECONDS = 30;
const MAX_WAIT_SECONDS = 3_600;

const OUTSTANDING = `
  select workspace_id, resource_id as id, resource_id as about,
    case when error is null then 'waiting' else 'failing' end as status, error as reason, attempts, created_at, next_attempt_at
  from file_scans where status = 'pending'`;

interface Due {
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
@Injectable()
export class Scans {
  readonly #logger = new Logger('Scans');

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly store: BlobStore,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    maintenance: Maintenance,
    backlogs: Backlogs,
  ) {
    maintenance.add({
      name: 'files.scan',
      description: 'Scans new files for viruses.',
      due: 'select 1 from file_scans where next_attempt_at <= $1',
      run: () => this.run(),
    });
    backlogs.add({ kind: 'scan', items: OUTSTANDING, retry: (id) => this.retry(id) });
  }

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

  /** Deletes the row of a clean blob. Removing the blob does so as well. */
  async #forget(key: string): Promise<void> {
    await this.database.write('delete from file_scans where workspace_id = $1 and key = $2', [
      currentContext().workspaceId,
      key,
    ]);
  }

  async retry(id: string): Promise<void> {
    await this.database.write(
      `update file_scans set next_attempt_at = $3
       where workspace_id = $1 and resource_id = $2 and status = 'pending' and error is not null`,
      [currentContext().workspaceId, id, this.clock.iso()],
    );
  }

  /** Scans until nothing is due. */
  async run(): Promise<void> {
    if (!this.settings.VIRUS_SCAN) return;
    for (let due = await this.#claim(); due.length; due = await this.#claim())
      await Promise.all(due.map((file) => asSystem(file.workspace_id, () => this.#scan(file))));
  }

  async #claim(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due & Record<string, unknown>>(
      `update file_scans set next_attempt_at = $2, attempts = attempts + 1
       where (workspace_id, key) in (
         select workspace_id, key from file_scans where next_attempt_at <= $1 order by next_attempt_at limit ${BATCH_SIZE}
         for update skip locked)
       returning workspace_id, key, resource_type, resource_id, attempts`,
      [this.clock.iso(), this.clock.iso(LEASE_SECONDS)],
    );
    return rows;
  }

  async #scan(file: Due): Promise<void> {
    let content: Readable | null = null;
    try {
      content = await this.store.read(file.key);
      const finding = await scan(new URL(this.settings.VIRUS_SCAN!), content);
      await this.database.transaction(() => (finding === null ? this.#forget(file.key) : this.#report(file, finding)));
    } catch (error) {
      if (error instanceof BlobGone) return this.database.transaction(() => this.#forget(file.key));
      const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (file.attempts - 1), MAX_WAIT_SECONDS);
      this.#logger.warn(
        `${file.resource_id} was not scanned and is tried again in ${wait} s: ${(error as Error).message}`,
      );
      await this.database.execute(
        'update file_scans set next_attempt_at = $3, error = $4 where workspace_id = $1 and key = $2',
        [file.workspace_id, file.key, this.clock.iso(wait), plainReason((error as Error).message)],
      );
    } finally {
      content?.destroy();
    }
  }

  async #report({ workspace_id, key, resource_type, resource_id }: Due, finding: string): Promise<void> {
    const found = await this.database.write(
      `update file_scans set status = 'infected', finding = $3, error = null, next_attempt_at = null
       where workspace_id = $1 and key = $2 returning 1`,
      [workspace_id, key, finding],
    );
    if (!found.length) return;
    await this.audit.note({
      action: `${resource_type}.infected`,
      resource_type,
      resource_id,
      outcome: 'failure',
      changes: { finding: { from: null, to: finding } },
    });
  }
}

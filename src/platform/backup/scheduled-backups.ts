import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Settings } from '../config/settings.js';
import { Clock } from '../database/clock.js';
import { findEmbeddedPostgres } from '../database/embedded/embedded-postgres.js';
import { plainReason } from '../errors/plain-reason.js';
import { Maintenance } from '../maintenance/maintenance.js';
import { Metrics } from '../metrics/metrics.js';
import { backUpTo } from './backup.js';
import { BackupBucket, folderOf } from './places.js';

/** The backups by schedule, as a file beside the database keeps it. Times are ISO 8601. */
export interface BackupState {
  /** When the schedule was first seen: nothing is due before. */
  since: string;
  /** The last complete backup. */
  last: { place: string; created_at: string; finished_at: string; files: number; bytes: number } | null;
  /** The last attempt. */
  tried_at: string | null;
  /** Why it failed; null where it succeeded. */
  error: string | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Wait after a failed attempt. */
const RETRY_MS = 15 * MINUTE_MS;

/** Backs up the embedded PostgreSQL and local files to a bucket, at the times of `BACKUP_SCHEDULE`, and removes old backups. */
@Injectable()
export class ScheduledBackups implements OnApplicationBootstrap {
  readonly #file: string;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
    maintenance: Maintenance,
    metrics: Metrics,
  ) {
    this.#file = join(settings.DATA_DIR, 'backups.json');
    const isOn = settings.BACKUP_SCHEDULE.length > 0;
    metrics.gauge('backup_age_seconds', 'Age of the last complete backup by schedule; 0 without one.', [], async () => {
      if (!isOn) return 0;
      const { last, since } = await this.state();
      return Math.max(0, (clock.now() - Date.parse(last?.created_at ?? since)) / 1_000);
    });
    metrics.gauge('backup_failing', 'Whether the last backup by schedule failed.', [], async () =>
      Number(isOn && (await this.state()).error !== null),
    );
    if (!isOn) return;
    maintenance.add({
      name: 'backups',
      description: 'Backs up the database and local files at the times of BACKUP_SCHEDULE, and removes old backups.',
      every: MINUTE_MS,
      run: () => this.run(),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { BACKUP_SCHEDULE, DATA_DIR, DATABASE_URL } = this.settings;
    if (BACKUP_SCHEDULE.length && (await findEmbeddedPostgres(DATA_DIR)) !== DATABASE_URL)
      throw new Error(
        'BACKUP_SCHEDULE is for the embedded PostgreSQL. With DATABASE_URL, see "Backups" in docs/operations.md.',
      );
  }

  /** Makes the backup that is due, if one is. Throws the reason as long as the last one failed. */
  async run(): Promise<void> {
    const known = await this.#read();
    const state = known ?? this.#first();
    if (!known) await this.#keep(state);
    const { tried_at, error, since } = state;
    const due = lastOf(this.settings.BACKUP_SCHEDULE, this.clock.now());
    const isDue = due > Date.parse(tried_at ?? since);
    const isRetry = error !== null && this.clock.now() - Date.parse(tried_at!) >= RETRY_MS;
    if (!isDue && !isRetry) {
      if (error !== null) throw new Error(error);
      return;
    }
    await this.#backUp({ ...state, tried_at: this.clock.iso(), error: null });
  }

  async state(): Promise<BackupState> {
    return (await this.#read()) ?? this.#first();
  }

  #first(): BackupState {
    return { since: this.clock.iso(), last: null, tried_at: null, error: null };
  }

  async #read(): Promise<BackupState | null> {
    const text = await readFile(this.#file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    return text === null ? null : (JSON.parse(text) as BackupState);
  }

  async #backUp(state: BackupState): Promise<void> {
    try {
      const bucket = new BackupBucket(this.settings);
      const { directory, files, bytes } = await backUpTo(bucket.backup(folderOf(state.tried_at!)), this.settings);
      state.last = { place: directory, created_at: state.tried_at!, finished_at: this.clock.iso(), files, bytes };
      const complete = await bucket.complete();
      await bucket.removeAllBut(new Set(complete.slice(-this.settings.BACKUP_KEEP)));
    } catch (error) {
      state.error = plainReason(error);
      throw error;
    } finally {
      await this.#keep(state);
    }
  }

  async #keep(state: BackupState): Promise<void> {
    await writeFile(`${this.#file}.part`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${this.#file}.part`, this.#file);
  }
}

/** The last of these times of day (UTC) that is not after `now`, in milliseconds since 1970. */
export function lastOf(times: readonly string[], now: number): number {
  const today = now - (now % DAY_MS);
  const instants = times.map((time) => {
    const [hours, minutes] = time.split(':').map(Number) as [number, number];
    const at = today + (hours * 60 + minutes) * MINUTE_MS;
    return at <= now ? at : at - DAY_MS;
  });
  return Math.max(...instants);
}

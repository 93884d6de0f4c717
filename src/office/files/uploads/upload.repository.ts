import { Injectable } from '@nestjs/common';
import { Clock, Database, notFrozen, type StoredPart } from '../../../platform/index.js';
import type { UploadSession } from './upload.entity.js';

/** A part with the SHA-256 of its bytes. */
export type AcceptedPart = StoredPart & { sha256: string };

/** Reserved bytes of open uploads of workspace $1 at time $2. */
export const RESERVED_BYTES = `select coalesce(sum(size_bytes), 0) from uploads where workspace_id = $1 and status = 'open' and expires_at > $2`;

/** Parts of uploads. Raw SQL, because thousands of parts would flood the audit trail as records. */
@Injectable()
export class UploadRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The accepted parts in order, or just one of them. */
  parts({ workspace_id, id }: UploadSession, number?: number): Promise<AcceptedPart[]> {
    return this.database.read<AcceptedPart>(
      `select number, tag, sha256 from upload_parts
        where workspace_id = $1 and upload_id = $2 and ($3::int is null or number = $3) order by number`,
      [workspace_id, id, number ?? null],
    );
  }

  /** Adds the next part; `after` is the upload after it. */
  async add(
    { workspace_id, id }: UploadSession,
    { number, tag, sha256 }: AcceptedPart,
    after: Pick<UploadSession, 'received_parts' | 'received_bytes' | 'expires_at'>,
  ): Promise<void> {
    await this.database.write(
      'insert into upload_parts (workspace_id, upload_id, number, tag, sha256) values ($1, $2, $3, $4, $5)',
      [workspace_id, id, number, tag, sha256],
    );
    await this.database.write(
      `update uploads set received_parts = $3, received_bytes = $4, expires_at = $5, updated_at = $6,
          revision = revision + 1
        where workspace_id = $1 and id = $2`,
      [workspace_id, id, after.received_parts, after.received_bytes, after.expires_at, this.clock.iso()],
    );
  }

  /** Releases the blobs of uploads that expired before a time (ISO 8601), in all workspaces that are not frozen. */
  async releaseExpired(now: string): Promise<void> {
    await this.database.execute(
      `update unclaimed_blobs b set remove_at = $1 from uploads u
        where u.workspace_id = b.workspace_id and u.blob_key = b.key and u.expires_at <= $1 and b.remove_at > $1
          and ${notFrozen('u.workspace_id')}`,
      [now],
    );
  }
}

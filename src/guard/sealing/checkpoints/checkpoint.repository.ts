import { Injectable } from '@nestjs/common';
import { currentContext, Database, newId, notFrozen } from '../../../platform/index.js';
import type { Head } from '../chain.js';
import type { Checkpoint } from './checkpoint.entity.js';
import { checkpoints, type SignedCheckpoint } from './checkpoint.resource.js';

/** Workspaces whose chain has grown since the last checkpoint or since creation, if that is before $1. */
const DUE = `
  select c.workspace_id from audit_chains c join workspaces w on w.id = c.workspace_id left join lateral (
    select head_sequence, created_at from audit_checkpoints k where k.workspace_id = c.workspace_id order by number desc limit 1
  ) last on true
  where c.sequence > coalesce(last.head_sequence, 0) and coalesce(last.created_at, w.created_at) <= $1
    and ${notFrozen('w.id')}`;

/** Checkpoints. Raw SQL, because they are identified by number and immutable. */
@Injectable()
export class CheckpointRepository {
  constructor(private readonly database: Database) {}

  /** Workspaces whose trail has grown and whose last checkpoint is before a time (ISO 8601). */
  async due(before: string): Promise<string[]> {
    const { rows } = await this.database.execute<{ workspace_id: string }>(DUE, [before]);
    return rows.map(({ workspace_id }) => workspace_id);
  }

  async numbered(number: string): Promise<Checkpoint | undefined> {
    const [found] = await this.database.lookup<Checkpoint>(
      'select * from audit_checkpoints where workspace_id = $1 and number = $2',
      [currentContext().workspaceId, number],
    );
    return found;
  }

  async last(): Promise<Checkpoint | undefined> {
    const [last] = await this.database.read<Checkpoint>(
      'select * from audit_checkpoints where workspace_id = $1 order by number desc limit 1',
      [currentContext().workspaceId],
    );
    return last;
  }

  /** End of the chain, locked, so that two processes do not use one number twice. */
  async lockedHead(): Promise<Head | undefined> {
    const [head] = await this.database.write<Head>(
      'select sequence, hash from audit_chains where workspace_id = $1 for update',
      [currentContext().workspaceId],
    );
    return head;
  }

  async add({ number, head, count, previous_hash, created_at, signature }: SignedCheckpoint): Promise<void> {
    await this.database.write(
      `insert into audit_checkpoints (workspace_id, id, number, head_sequence, head_hash, count, previous_hash, created_at, signature)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        currentContext().workspaceId,
        newId(checkpoints.idPrefix),
        number,
        head.sequence,
        head.hash,
        count,
        previous_hash,
        created_at,
        signature,
      ],
    );
  }

  /** Mail recipient of checkpoints, if set. */
  async recipient(): Promise<string | null> {
    const [set] = await this.database.read<{ checkpoint_email: string | null }>(
      'select checkpoint_email from guard_settings where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return set?.checkpoint_email ?? null;
  }
}

import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import {
  Clock,
  currentContext,
  Database,
  hashOf,
  FREEZES_CHANNEL,
  newId,
  type Row,
  Secrets,
  Settings,
} from '../../platform/index.js';
import type { ReceivedCopy } from '../archives/archive-import.js';
import type { MadeCopy } from '../archives/archive-writer.js';

/**
 * A workspace on its way: out of this deployment (`copying` while people work, then `leaving` and `left`), or into it (`copied`, then
 * `arriving`).
 */
export interface Move extends Row {
  id: string;
  state: 'copying' | 'leaving' | 'left' | 'copied' | 'arriving';
  address: string;
  transfer_key: string;
  receipt: string;
  /** Null at the target, which knows its hash alone. */
  release: string | null;
  release_hash: string;
  /** The last copy, as the source made it or the target received it. */
  copy: MadeCopy | ReceivedCopy | null;
}

/** What the target knows of a move. */
type Arrival = Pick<Move, 'id' | 'address' | 'transfer_key' | 'receipt' | 'release_hash'>;

/** Runs a statement of a transaction. */
type Run = (sql: string, values: unknown[]) => Promise<unknown>;

/** Parts of a workspace that people set up anew at the new address. */
export interface BoundToAddress {
  /** Addresses of users with passkeys. */
  passkeys_of: string[];
  /** Providers whose redirect addresses change. */
  identity_providers: string[];
  /** Domains to be proved anew. */
  domains: string[];
}

const OPEN = `workspace_id = $1 and state in ('copying', 'leaving', 'left', 'copied', 'arriving')`;

/** Moves of workspaces. Codes are encrypted. */
@Injectable()
export class MoveRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
  ) {
    secrets.keptIn('workspace_moves', ['receipt', 'release'], { lasting: false });
  }

  /** The move that has not come to its end here, if any. */
  async find(workspaceId: string): Promise<Move | null> {
    const { rows } = await this.database.execute<Move>(`select * from workspace_moves where ${OPEN}`, [workspaceId]);
    const [move] = rows;
    if (!move) return null;
    const read = (code: string | null) => code && this.secrets.decrypt(code);
    return { ...move, receipt: read(move.receipt)!, release: read(move.release) };
  }

  /** Whether a move was here before, however it ended. */
  async isKnown(workspaceId: string, id: string): Promise<boolean> {
    const sql = 'select from workspace_moves where workspace_id = $1 and id = $2';
    return (await this.database.execute(sql, [workspaceId, id])).count > 0;
  }

  /** Notes that the workspace of the context is to move away. It stays open. */
  async beginCopying(address: string, transferKey: string): Promise<void> {
    await this.#put('copying', this.#newMove(address, transferKey));
  }

  /** Begins to move the workspace of the context away. False unless it is still. */
  async leave(address: string, transferKey: string): Promise<boolean> {
    if (!(await this.#isStill())) return false;
    if (!(await this.#become('copying', 'leaving'))) await this.#put('leaving', this.#newMove(address, transferKey));
    return true;
  }

  /** Remembers a copy of the workspace of the context, made after another one or none. False if that is not the last one any more. */
  async keepCopy(after: string | null, copy: MadeCopy): Promise<boolean> {
    const kept = await this.database.write(
      `update workspace_moves set copy = $3 where workspace_id = $1 and state = 'copying'
         and copy ->> 'manifest_sha256' is not distinct from $2 returning id`,
      [currentContext().workspaceId, after, JSON.stringify(copy)],
    );
    return kept.length > 0;
  }

  /**
   * Makes room for the archive that continues a copy of the workspace of the context, which is frozen again by `arrive`. False if that
   * is not the copy that is here.
   */
  async resume(copy: ReceivedCopy): Promise<boolean> {
    const { workspaceId } = currentContext();
    const held = await this.database.write(
      `select id from workspace_moves where workspace_id = $1 and state = 'copied' and copy ->> 'manifest_sha256' = $2 for update`,
      [workspaceId, copy.manifest_sha256],
    );
    if (held.length) await this.database.write('delete from workspace_freezes where workspace_id = $1', [workspaceId]);
    return held.length > 0;
  }

  /** Notes that the workspace of the context has arrived, and freezes it. `copy`: a copy of it has, which is hidden. */
  async arrive(arrival: Arrival, copy: ReceivedCopy | null): Promise<void> {
    await this.database.write(
      'insert into workspace_freezes (workspace_id, frozen_at, still, hidden) values ($1, $2, true, $3)',
      [currentContext().workspaceId, this.clock.iso(), copy !== null],
    );
    const state = copy ? 'copied' : 'arriving';
    await this.#put(state, { ...arrival, release: null }, copy);
  }

  /** Ends the open move of the context. False unless it is in that state. */
  async end(from: Move['state'], to: 'left' | 'aborted' | 'arrived'): Promise<boolean> {
    const ended = await this.database.write(
      `update workspace_moves set state = $3, ended_at = $4, copy = null where workspace_id = $1 and state = $2 returning id`,
      [currentContext().workspaceId, from, to, this.clock.iso()],
    );
    return ended.length > 0;
  }

  /** Writes the tombstone: from the commit on the workspace is at its new address. */
  async bury(address: string): Promise<boolean> {
    const buried = await this.database.write(
      `update workspace_freezes set moved_to = $2, moved_at = $3 where workspace_id = $1 and still returning still`,
      [currentContext().workspaceId, address, this.clock.iso()],
    );
    return buried.length > 0;
  }

  /**
   * Removes the rows of a workspace that has left, or has not been opened, as the owner of the tables: others cannot remove
   * entries of the trail. False where it is neither.
   */
  async discard(workspaceId: string, remove: (run: Run) => Promise<void>): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.settings.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      // One that arrived may come again, as it was never open here.
      const arrived = `delete from workspace_moves where workspace_id = $1 and state in ('copied', 'arriving')`;
      const left = `update workspace_moves set state = 'discarded' where workspace_id = $1 and state = 'left'`;
      for (const sql of [arrived, left]) {
        if (!(await client.query(sql, [workspaceId])).rowCount) continue;
        await remove((text, values) => client.query(text, values));
        await client.query('select pg_notify($1, $2)', [FREEZES_CHANNEL, `${workspaceId} open`]);
        await client.query('commit');
        return true;
      }
      return false;
    } finally {
      // Rolls back what was not committed.
      await client.end();
    }
  }

  /** Parts of a workspace that belong to the address of this deployment, and do not work at another one. */
  async boundToAddress(workspaceId: string): Promise<BoundToAddress> {
    const sql = `
      select array(select distinct u.email from factors f join users u on (u.workspace_id, u.id) = (f.workspace_id, f.user_id)
          where f.workspace_id = $1 and f.type = 'passkey' order by 1) as passkeys_of,
        array(select name from identity_providers where workspace_id = $1 order by 1) as identity_providers,
        array(select domain from proved_domains where workspace_id = $1 order by 1) as domains`;
    const { rows } = await this.database.execute<BoundToAddress & Row>(sql, [workspaceId]);
    return rows[0]!;
  }

  #newMove(address: string, transferKey: string) {
    const [receipt, release] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64url'));
    const codes = { receipt: receipt!, release: release!, release_hash: hashOf(release!) };
    return { id: newId('mov'), address, transfer_key: transferKey, ...codes };
  }

  /** Locks the freeze of the workspace of the context. False unless it is still. */
  async #isStill(): Promise<boolean> {
    const sql = 'select still from workspace_freezes where workspace_id = $1 and still for update';
    return (await this.database.write(sql, [currentContext().workspaceId])).length > 0;
  }

  async #become(from: Move['state'], to: Move['state']): Promise<boolean> {
    const sql = 'update workspace_moves set state = $3 where workspace_id = $1 and state = $2 returning id';
    return (await this.database.write(sql, [currentContext().workspaceId, from, to])).length > 0;
  }

  /** Adds a move, or brings one that was copied here into its next state. */
  async #put(state: Move['state'], move: Omit<Move, 'state' | 'copy'>, copy: Move['copy'] = null): Promise<void> {
    await this.database.write(
      `insert into workspace_moves
         (workspace_id, id, state, address, transfer_key, receipt, release, release_hash, started_at, copy)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (workspace_id, id) do update set state = excluded.state, receipt = excluded.receipt, copy = excluded.copy`,
      [
        currentContext().workspaceId,
        move.id,
        state,
        move.address,
        move.transfer_key,
        this.secrets.encrypt(move.receipt),
        move.release && this.secrets.encrypt(move.release),
        move.release_hash,
        this.clock.iso(),
        copy && JSON.stringify(copy),
      ],
    );
  }
}

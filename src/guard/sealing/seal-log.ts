import { Injectable } from '@nestjs/common';
import { asSystem, Database } from '../../platform/index.js';
import { AuditEntry } from '../audit-logs/audit-entry.entity.js';
import { shownEntry } from '../audit-logs/audit-logs.service.js';
import { entryHash, GENESIS, type Head } from './chain.js';

/** Entries sealed in one transaction. */
const BATCH = 1_000;

/** Columns of an entry. */
export const COLUMNS =
  'workspace_id, timestamp, id, actor_type, actor_id, actor_email, action, resource_type, resource_id, outcome, ip_address, ' +
  'user_agent, request_id, changes, sequence, prev_hash, hash';

const UNSEALED = `select ${COLUMNS} from audit_entries where sequence is null order by workspace_id, timestamp, id limit ${BATCH}`;

/** By key, so that each is found by its index, however many there are. */
const SEAL = `
  with ends as (
    insert into audit_chains (workspace_id, sequence, hash) select * from unnest($7::text[], $8::bigint[], $9::text[])
    on conflict (workspace_id) do update set sequence = excluded.sequence, hash = excluded.hash
  )
  update audit_entries e set sequence = s.sequence, prev_hash = s.prev_hash, hash = s.hash
  from unnest($1::text[], $2::timestamptz[], $3::text[], $4::bigint[], $5::text[], $6::text[])
    s (workspace_id, timestamp, id, sequence, prev_hash, hash)
  where e.workspace_id = s.workspace_id and e.timestamp = s.timestamp and e.id = s.id and e.sequence is null`;

/**
 * Chains entries. Requests only insert them; here they get their place, in the order in which they are found. That need not
 * be the order of their times: an entry that is committed late comes behind those that were sealed before, and is missed by
 * nobody, as what has no sequence yet is in an index of its own.
 */
@Injectable()
export class SealLog {
  constructor(private readonly database: Database) {}

  /** Seals a batch of all workspaces. Answers how many entries that were; null while somebody else seals. */
  seal(): Promise<number | null> {
    return asSystem('', () =>
      this.database.transaction(async () => {
        const [{ ours } = { ours: false }] = await this.database.write<{ ours: boolean }>(
          `select pg_try_advisory_xact_lock(hashtext('workspace-suite.sealing')) as ours`,
        );
        if (!ours) return null;
        const entries = await this.database.read<AuditEntry>(UNSEALED);
        if (!entries.length) return 0;
        const ends = await this.#ends([...new Set(entries.map(({ workspace_id }) => workspace_id))]);
        for (const entry of entries) {
          const end = ends.get(entry.workspace_id) ?? { sequence: 0, hash: GENESIS };
          entry.sequence = end.sequence + 1;
          entry.prev_hash = end.hash;
          entry.hash = entryHash(end.hash, shownEntry(entry));
          ends.set(entry.workspace_id, { sequence: entry.sequence, hash: entry.hash });
        }
        const of = (name: keyof AuditEntry) => entries.map((entry) => entry[name]);
        const heads = [...ends.values()];
        await this.database.write(SEAL, [
          ...(['workspace_id', 'timestamp', 'id', 'sequence', 'prev_hash', 'hash'] as const).map(of),
          [...ends.keys()],
          heads.map(({ sequence }) => sequence),
          heads.map(({ hash }) => hash),
        ]);
        return entries.length;
      }),
    );
  }

  async #ends(workspaces: string[]): Promise<Map<string, Head>> {
    const rows = await this.database.read<Head & { workspace_id: string }>(
      'select workspace_id, sequence, hash from audit_chains where workspace_id = any($1)',
      [workspaces],
    );
    return new Map(rows.map(({ workspace_id, sequence, hash }) => [workspace_id, { sequence, hash }]));
  }
}

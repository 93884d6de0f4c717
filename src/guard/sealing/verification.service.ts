import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, AuditTrail, currentContext, Database } from '../../platform/index.js';
import { type AuditEntry, type AuditSeal, SEAL_COLUMNS } from '../audit-logs/audit-entry.entity.js';
import { shownEntry } from '../audit-logs/audit-log.dto.js';
import { ChainWalk, type Flaw, GENESIS, type Head } from './chain.js';
import { type Checkpoint, signedForm } from './checkpoints/checkpoint.entity.js';
import { purgeRecord, type PurgeRow, PURGES } from './purge.repository.js';
import { areChained, SigningKeys } from './signing-keys.js';
import type { VerificationQuery, VerificationView } from './verification.dto.js';

/** Columns of an entry beside its key. */
const FACTS = AUDIT_COLUMNS.filter((column) => !['workspace_id', 'timestamp', 'id'].includes(column)).join(', ');

/** Entries in the order of their seals, each found by its key: sorting them all would take time before the first one comes. */
const SEALED = `
  select workspace_id, timestamp, id, ${SEAL_COLUMNS}, "isThere", ${FACTS}
  from audit_seals s left join lateral (
    select true as "isThere", ${FACTS} from audit_entries e
    where e.workspace_id = s.workspace_id and e.timestamp = s.timestamp and e.id = s.id offset 0
  ) entry on true
  where workspace_id = $1 and sequence >= $2 and sequence <= $3 order by sequence`;

type Snapshot = Awaited<ReturnType<Database['snapshot']>>;

/**
 * Checks a trail as it is at one moment: every hash, every link, no place missing, against the signed checkpoints, and where
 * its beginning was purged, against the signed record of that.
 */
@Injectable()
export class VerificationService {
  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** Checks, and notes in the trail that it was checked. */
  async verify(query: VerificationQuery): Promise<VerificationView> {
    const verdict = await this.check(query);
    await this.audit.note({
      action: 'guard.audit_log.verified',
      resource_type: 'guard.audit_log',
      resource_id: null,
      outcome: 'success',
      changes: { valid: { from: null, to: verdict.valid } },
    });
    return verdict;
  }

  async check({ from, to }: VerificationQuery): Promise<VerificationView> {
    const snapshot = await this.database.snapshot();
    try {
      return await this.#walk(snapshot, from ?? null, to ?? null);
    } finally {
      await snapshot.close();
    }
  }

  /** The hashes of single entries in checkpoints and purge records. */
  async marks(): Promise<Head[]> {
    return this.database.read<Head>(
      `select head_sequence as sequence, head_hash as hash from audit_checkpoints where workspace_id = $1
       union select last_sequence, last_hash from audit_purges where workspace_id = $1`,
      [currentContext().workspaceId],
    );
  }

  async #walk(snapshot: Snapshot, from: string | null, to: string | null): Promise<VerificationView> {
    const { workspaceId } = currentContext();
    const verifier = await this.keys.verifier();
    const purges = (await snapshot.read<PurgeRow>(PURGES, [workspaceId])).map(purgeRecord);
    const checkpoints = (
      await snapshot.read<Checkpoint>('select * from audit_checkpoints where workspace_id = $1 order by number', [
        workspaceId,
      ])
    ).map(signedForm);
    const [known] = await snapshot.read<Head>('select sequence, hash from audit_chains where workspace_id = $1', [
      workspaceId,
    ]);
    const head = known ? { sequence: known.sequence, hash: known.hash } : { sequence: 0, hash: GENESIS };
    const range = `workspace_id = $1 and timestamp >= coalesce($2, '-infinity'::timestamptz) and timestamp < coalesce($3, 'infinity'::timestamptz)`;
    const [{ unsealed } = { unsealed: 0 }] = await snapshot.read<{ unsealed: number }>(
      `select greatest(0, (select count(*) from audit_entries where ${range}) - (select count(*) from audit_seals where ${range}))::int
         as unsealed`,
      [workspaceId, from, to],
    );
    const walked = new ChainWalk();
    const answer = (reason: Flaw | null, at: string | null = null): VerificationView => ({
      valid: reason === null,
      checked: walked.checked,
      unsealed,
      first_invalid_id: at,
      reason,
      head,
    });
    if (!areChained(purges, verifier)) return answer('purge_forged');
    if (!areChained(checkpoints, verifier)) return answer('checkpoint_forged');

    const whole = from === null && to === null;
    const [found] = await snapshot.read<{ first: number | null; last: number | null }>(
      `select min(sequence) as first, max(sequence) as last from audit_seals where ${whole ? 'workspace_id = $1' : range}`,
      whole ? [workspaceId] : [workspaceId, from, to],
    );
    const purged = purges.at(-1)?.purged ?? { sequence: 0, hash: GENESIS };
    const marks = [...purges.map((each) => each.purged), ...checkpoints.map((each) => each.head)];
    const { first, last } = { first: found?.first ?? purged.sequence + 1, last: found?.last ?? purged.sequence };
    const before = first - 1;
    // A purge that is under way leaves entries from some point on; any other entry must follow its predecessor.
    const start = whole && before >= purged.sequence ? purged : await this.#entryAt(snapshot, before, marks, purged);
    walked.begin(start, marks);
    const rows = snapshot.rows<AuditEntry & AuditSeal & { isThere: boolean }>(SEALED, [workspaceId, first, last]);
    for await (const portion of rows) {
      for (const { isThere, sequence, prev_hash, hash, ...row } of portion) {
        const flaw = isThere ? walked.step(shownEntry(row, { sequence, prev_hash, hash })) : 'entry_missing';
        if (flaw) return answer(flaw, row.id);
      }
    }
    if (to !== null) return answer(null);
    if (walked.end.sequence > head.sequence) return answer('entry_inserted');
    const furthest = Math.max(head.sequence, ...marks.map(({ sequence }) => sequence));
    if (!whole && found?.last == null) return answer(furthest > head.sequence ? 'end_missing' : null);
    if (walked.end.sequence < furthest || walked.end.hash !== head.hash) return answer('end_missing');
    return answer(null);
  }

  /** An entry before the first one that is checked. */
  async #entryAt(snapshot: Snapshot, sequence: number, marks: readonly Head[], purged: Head): Promise<Head> {
    const known = [{ sequence: 0, hash: GENESIS }, ...marks].find((mark) => mark.sequence === sequence);
    if (known) return known;
    const [row] = await snapshot.read<Head>(
      `select sequence, encode(hash, 'hex') as hash from audit_seals where workspace_id = $1 and sequence = $2`,
      [currentContext().workspaceId, sequence],
    );
    if (row) return row;
    // One that is neither there nor purged is missing.
    return { sequence: sequence > purged.sequence ? sequence - 1 : sequence, hash: '' };
  }
}

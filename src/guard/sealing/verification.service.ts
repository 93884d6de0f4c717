import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../platform/index.js';
import { shownEntry } from '../audit-logs/audit-log.dto.js';
import { ChainWalk, type Flaw, GENESIS, type Head } from './chain.js';
import { areChained, SigningKeys } from './signing-keys.js';
import { type Trail, TrailRepository } from './trail.repository.js';
import type { VerificationQuery, VerificationView } from './verification.dto.js';

/**
 * Verifies a snapshot of a trail: hashes, links, completeness, signed checkpoints, and the signed purge record if its beginning
 * was purged.
 */
@Injectable()
export class VerificationService {
  constructor(
    private readonly repository: TrailRepository,
    private readonly keys: SigningKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** Verifies, and records the verification in the trail. */
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

  check({ from, to }: VerificationQuery): Promise<VerificationView> {
    return this.repository.atOneMoment((trail) => this.#walk(trail, from ?? null, to ?? null));
  }

  async #walk(trail: Trail, from: string | null, to: string | null): Promise<VerificationView> {
    const verifier = await this.keys.verifier();
    const purges = await trail.purges();
    const checkpoints = await trail.checkpoints();
    const head = (await trail.head()) ?? { sequence: 0, hash: GENESIS };
    const unsealed = await trail.unsealed([from, to]);
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
    const found = await trail.ends([from, to]);
    const purged = purges.at(-1)?.purged ?? { sequence: 0, hash: GENESIS };
    const marks = [...purges.map((each) => each.purged), ...checkpoints.map((each) => each.head)];
    const { first, last } = { first: found.first ?? purged.sequence + 1, last: found.last ?? purged.sequence };
    const before = first - 1;
    // A running purge leaves a suffix of entries; all others must follow their predecessor.
    const start = whole && before >= purged.sequence ? purged : await this.#entryAt(trail, before, marks, purged);
    walked.begin(start, marks);
    for await (const portion of trail.entries(first, last)) {
      for (const { isThere, sequence, prev_hash, hash, ...row } of portion) {
        const flaw = isThere ? walked.step(shownEntry(row, { sequence, prev_hash, hash })) : 'entry_missing';
        if (flaw) return answer(flaw, row.id);
      }
    }
    if (to !== null) return answer(null);
    if (walked.end.sequence > head.sequence) return answer('entry_inserted');
    const furthest = Math.max(head.sequence, ...marks.map(({ sequence }) => sequence));
    if (!whole && found.last == null) return answer(furthest > head.sequence ? 'end_missing' : null);
    if (walked.end.sequence < furthest || walked.end.hash !== head.hash) return answer('end_missing');
    return answer(null);
  }

  /** The entry that precedes the first verified one. */
  async #entryAt(trail: Trail, sequence: number, marks: readonly Head[], purged: Head): Promise<Head> {
    const known = [{ sequence: 0, hash: GENESIS }, ...marks].find((mark) => mark.sequence === sequence);
    if (known) return known;
    const seal = await trail.sealAt(sequence);
    if (seal) return seal;
    // If it neither exists nor was purged, it is missing.
    return { sequence: sequence > purged.sequence ? sequence - 1 : sequence, hash: '' };
  }
}

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ApiError } from '../../platform/index.js';
import type { AuditEntryView } from '../audit-logs/audit-log.dto.js';
import { isMasked } from '../audit-logs/masks.js';
import { entryHash, type Flaw, GENESIS, type Head } from './chain.js';
import type { VerificationView } from './verification.dto.js';

/** A run of consecutive entries. */
interface Stretch {
  first: AuditEntryView;
  last: AuditEntryView;
}

interface Known {
  /** Trusted hashes from checkpoints and purge records. */
  marks?: readonly Head[];
  /** The file is a filtered export: gaps are allowed. */
  partial?: boolean;
}

/** `masked`: entries whose values were masked. Their place in the chain is checked, their hash cannot be computed. */
export interface FileVerification extends VerificationView {
  masked: number;
}

/** Verifies a JSONL export offline. Entries may come in any order; consecutive ones are merged into runs, so memory stays small. */
export async function checkFile(path: string, { marks = [], partial = false }: Known = {}): Promise<FileVerification> {
  const known = new Map(marks.map(({ sequence, hash }) => [sequence, hash]));
  const [byFirst, byLast] = [new Map<number, Stretch>(), new Map<number, Stretch>()];
  let [checked, masked, unsealed, line] = [0, 0, 0, 0];
  const answer = (reason: Flaw | null, at: string | null = null): FileVerification => {
    const last = [...byLast.keys()].reduce((most, sequence) => Math.max(most, sequence), 0);
    const head = { sequence: last, hash: byLast.get(last)?.last.hash ?? GENESIS };
    return { valid: reason === null, checked, masked, unsealed, first_invalid_id: at, reason, head };
  };
  for await (const text of linesOf(path)) {
    line++;
    if (!text) continue;
    const entry = parsed(text, line);
    const { id, sequence, prev_hash, hash } = entry;
    if (sequence === null) {
      unsealed++;
      continue;
    }
    const isHidden = isMasked(entry);
    if (prev_hash === null || hash === null || (!isHidden && hashOf(prev_hash, entry) !== hash))
      return answer('entry_changed', id);
    if (sequence === 1 && prev_hash !== GENESIS) return answer('entry_changed', id);
    if (sequence < 1 || byFirst.has(sequence) || byLast.has(sequence)) return answer('entry_inserted', id);
    if ((known.get(sequence) ?? hash) !== hash) return answer('checkpoint_differs', id);
    const [before, behind] = [byLast.get(sequence - 1), byFirst.get(sequence + 1)];
    if (before && before.last.hash !== prev_hash) return answer('entry_changed', id);
    if (behind && behind.first.prev_hash !== hash) return answer('entry_changed', behind.first.id);
    if (before) byLast.delete(sequence - 1);
    if (behind) byFirst.delete(sequence + 1);
    const joined = { first: before?.first ?? entry, last: behind?.last ?? entry };
    byFirst.set(joined.first.sequence!, joined);
    byLast.set(joined.last.sequence!, joined);
    if (isHidden) masked++;
    else checked++;
  }
  const stretches = [...byFirst.values()].toSorted((one, other) => one.first.sequence! - other.first.sequence!);
  for (const [index, { first }] of stretches.entries()) {
    const before = stretches[index - 1]?.last.sequence;
    if (before == null) continue;
    if (first.sequence! <= before) return answer('entry_inserted', first.id);
    if (!partial) return answer('entry_missing', first.id);
  }
  const furthest = Math.max(0, ...known.keys());
  return answer(!partial && furthest > (stretches.at(-1)?.last.sequence ?? 0) ? 'end_missing' : null);
}

/** Null for an entry without an RFC 8785 form, which cannot have been sealed. */
function hashOf(prevHash: string, entry: AuditEntryView): string | null {
  try {
    return entryHash(prevHash, entry);
  } catch {
    return null;
  }
}

function linesOf(path: string): AsyncIterable<string> {
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  if (input !== file) file.on('error', (error) => input.destroy(error));
  return createInterface({ input, crlfDelay: Infinity });
}

function parsed(text: string, line: number): AuditEntryView {
  try {
    const entry = JSON.parse(text) as AuditEntryView;
    if (typeof entry.id === 'string' && (entry.sequence === null || Number.isSafeInteger(entry.sequence))) return entry;
  } catch {
    // A line that is no JSON is no entry.
  }
  throw new ApiError(400, `Line ${line} of the file is no entry of an export as jsonl.`);
}

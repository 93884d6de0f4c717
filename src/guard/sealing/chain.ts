import canonicalize from 'canonicalize';
import { hash as digest } from 'node:crypto';
import { fieldNames } from '../../platform/index.js';
import { AuditEntryView } from '../audit-logs/audit-log.dto.js';

/** `prev_hash` of the first entry of a workspace. */
export const GENESIS = '0'.repeat(64);

/** The end of a chain: its last entry. */
export interface Head {
  sequence: number;
  hash: string;
}

/** RFC 8785. */
export const canonical = (value: object): string => canonicalize(value)!;

/** Hash that links a signed document to the next one. */
export const documentHash = (document: object): string => digest('sha256', canonical(document));

/** Sealed fields in the key order of RFC 8785. */
const SEALED = fieldNames(AuditEntryView)
  .filter((name) => !['prev_hash', 'hash'].includes(name))
  .toSorted() as (keyof AuditEntryView)[];

/** Hash of an entry (D-GRD-10). Keys are sorted once, because sorting takes as long as all the rest. */
export function entryHash(prevHash: string, entry: AuditEntryView): string {
  const fields = SEALED.map((name) => {
    const value = entry[name];
    return `"${name}":${typeof value === 'object' && value !== null ? canonical(value) : JSON.stringify(value)}`;
  });
  return digest('sha256', `${prevHash}{${fields.join()}}`);
}

/** Integrity violations of an audit trail. */
export const FLAWS = [
  'entry_changed',
  'entry_missing',
  'entry_inserted',
  'end_missing',
  'checkpoint_differs',
  'checkpoint_forged',
  'purge_forged',
] as const;
export type Flaw = (typeof FLAWS)[number];

/** Verifies entries in sequence order. */
export class ChainWalk {
  checked = 0;
  end: Head = { sequence: 0, hash: GENESIS };
  #marks: Head[] = [];

  /** `before`: the preceding entry; without a hash if unknown. `marks`: trusted hashes of entries. */
  begin(before: Head, marks: readonly Head[]): void {
    this.end = before;
    this.#marks = marks
      .filter(({ sequence }) => sequence > before.sequence)
      .toSorted((one, other) => other.sequence - one.sequence);
  }

  /** Checks the next entry. Null: no flaw. */
  step(entry: AuditEntryView): Flaw | null {
    const { sequence, prev_hash, hash } = entry;
    const next = this.end.sequence + 1;
    if (sequence! < Math.max(1, next)) return 'entry_inserted';
    if (sequence! > next) return 'entry_missing';
    if (prev_hash === null || entryHash(prev_hash, entry) !== hash) return 'entry_changed';
    if (this.end.hash && prev_hash !== this.end.hash) return 'entry_changed';
    for (; this.#marks.at(-1)?.sequence === sequence; this.#marks.pop())
      if (this.#marks.at(-1)!.hash !== hash) return 'checkpoint_differs';
    this.end = { sequence: next, hash };
    this.checked++;
    return null;
  }
}

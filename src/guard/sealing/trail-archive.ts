import { Injectable } from '@nestjs/common';
import { ApiError, currentContext, type Snapshot } from '../../platform/index.js';
import type { AuditEntry, AuditSeal } from '../audit-logs/audit-entry.entity.js';
import { type AuditEntryView, readEntry } from '../audit-logs/audit-log.dto.js';
import { linesOf } from '../exports/copied-rows.js';
import { JSON_LINES } from '../exports/entry-json.js';
import { ChainWalk, type Flaw, GENESIS, type Head } from './chain.js';
import type { SignedCheckpoint } from './checkpoints/checkpoint.resource.js';
import type { PurgeRecord } from './purge.repository.js';
import { Sealer } from './sealer.js';
import { areChained, keyId, type PublicKey, SigningKeys, Verifier } from './signing-keys.js';
import { TrailArchiveRepository } from './trail-archive.repository.js';
import { Trail, TrailRepository } from './trail.repository.js';

/** Parts of a trail in an archive, in the order of verification. */
const [KEYS, CHECKPOINTS, PURGES, ENTRIES] = [
  'audit/keys.jsonl',
  'audit/checkpoints.jsonl',
  'audit/purges.jsonl',
  'audit/entries.jsonl',
] as const;

/** A part as JSON lines. `counted`: the number of lines, once read. */
export interface TrailPart {
  name: string;
  content: AsyncIterable<Buffer>;
  counted: { rows: number };
}

/** The part of a trail that a deployment has already, from an earlier archive. */
export interface KnownTrail {
  head: Head;
  checkpoints: SignedCheckpoint[];
  purges: PurgeRecord[];
}

/** A signed document: its fields, the id of the signing key, and the signature of the RFC 8785 form of the fields. */
export type Signed<T> = T & { signed_by: string; signature: string };

/** The audit trail in an archive: entries, signed checkpoints, purge records, and the public keys to verify them. */
@Injectable()
export class TrailArchive {
  constructor(
    private readonly sealer: Sealer,
    private readonly keys: SigningKeys,
    private readonly repository: TrailArchiveRepository,
    private readonly trails: TrailRepository,
  ) {}

  /** Seals pending entries, so that an archive made next has hardly any unsealed ones. */
  async seal(): Promise<void> {
    await this.sealer.run();
  }

  /** End of the chain, and the parts one after the other. `after`: only entries that were sealed after this sequence; null: all. */
  async read(
    snapshot: Snapshot,
    workspaceId: string,
    after: number | null = null,
  ): Promise<{ head: Head; parts: () => AsyncGenerator<TrailPart> }> {
    await this.repository.hold(snapshot);
    const trail = new Trail(snapshot, workspaceId);
    const head = (await trail.head()) ?? { sequence: 0, hash: GENESIS };
    const parts = async function* (this: TrailArchive): AsyncGenerator<TrailPart> {
      yield lines(KEYS, await this.keys.all());
      yield lines(CHECKPOINTS, await trail.checkpoints());
      yield lines(PURGES, await trail.purges());
      const counted = { rows: 0 };
      yield {
        name: ENTRIES,
        content: linesOf(JSON_LINES, this.repository.entries(snapshot, workspaceId, after), '', counted),
        counted,
      };
    };
    return { head, parts: () => parts.call(this) };
  }

  async sign<T extends object>(document: T): Promise<Signed<T>> {
    const named = { ...document, signed_by: keyId(await this.keys.publicKey()) };
    return { ...named, signature: await this.keys.sign(named) };
  }

  /** `known`: what this deployment has of the trail, which the archive continues. */
  check(head: Head, known?: KnownTrail): TrailCheck {
    return new TrailCheck(head, known);
  }

  /** The trail of the current workspace as it is here. */
  known(): Promise<KnownTrail> {
    return this.trails.atOneMoment(async (trail) => ({
      head: (await trail.head()) ?? { sequence: 0, hash: GENESIS },
      checkpoints: await trail.checkpoints(),
      purges: await trail.purges(),
    }));
  }

  /** Compares new signed hashes with the entries that are here, and creates partitions for the months of the verified entries. */
  async prepare({ from, to, marksBefore }: TrailCheck): Promise<void> {
    if (marksBefore.length && (await this.repository.differing(marksBefore)).length) throw flawed('checkpoint_differs');
    if (from !== null && to !== null) await this.repository.ensurePartitions(from, to);
  }

  /** Imports verified lines into the current workspace. */
  async add(name: string, texts: readonly string[], known?: KnownTrail): Promise<void> {
    const values = texts.map((text) => JSON.parse(text));
    if (name === KEYS) await this.keys.adopt(currentContext().workspaceId, values as PublicKey[]);
    const isNew = (of: readonly { number: number }[] = []) => {
      const last = of.at(-1)?.number ?? 0;
      return ({ number }: { number: number }) => number > last;
    };
    if (name === CHECKPOINTS)
      await this.repository.addCheckpoints((values as SignedCheckpoint[]).filter(isNew(known?.checkpoints)));
    if (name === PURGES) await this.repository.addPurges((values as PurgeRecord[]).filter(isNew(known?.purges)));
    if (name !== ENTRIES) return;
    const read = (values as AuditEntryView[]).map(readEntry);
    await this.repository.addEntries(read.map(({ entry }) => entry));
    await this.repository.addSeals(read.flatMap(sealOf));
  }

  /** Continues the chain after its last entry. */
  async finish(head: Head): Promise<void> {
    await this.repository.setHead(head);
  }
}

const sealOf = ({ entry: { id, timestamp }, seal }: { entry: Omit<AuditEntry, 'workspace_id'>; seal: AuditSeal }) =>
  seal.sequence === null ? [] : [{ id, timestamp, ...seal }];

function lines(name: string, values: readonly object[]): TrailPart {
  const content = async function* () {
    for (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
  };
  return { name, content: content(), counted: { rows: values.length } };
}

/** Verifies the trail of an archive as a stream: every hash and link, against its checkpoints and purge records. */
export class TrailCheck {
  static readonly parts: readonly string[] = [KEYS, CHECKPOINTS, PURGES, ENTRIES];
  readonly #keys: PublicKey[] = [];
  readonly #checkpoints: SignedCheckpoint[] = [];
  readonly #purges: PurgeRecord[] = [];
  readonly #walk = new ChainWalk();
  #began = false;
  /** The first and the last time of an entry. */
  from: string | null = null;
  to: string | null = null;

  constructor(
    private readonly head: Head,
    private readonly known?: KnownTrail,
  ) {}

  /** New signed hashes of entries that the archive does not have, because they are here already. */
  get marksBefore(): Head[] {
    const { head, checkpoints, purges } = this.known ?? { head: { sequence: 0 }, checkpoints: [], purges: [] };
    const marks = marksOf(this.#checkpoints.slice(checkpoints.length), this.#purges.slice(purges.length));
    return marks.filter(({ sequence }) => sequence > 0 && sequence <= head.sequence);
  }

  /** Keys, the one that signed last first. */
  get keys(): readonly PublicKey[] {
    return this.#keys;
  }

  /** Entries of the chain that were checked. */
  get checked(): number {
    return this.#walk.checked;
  }

  /** Checks a line of a part. */
  take(name: string, text: string): void {
    const value = JSON.parse(text);
    if (name === KEYS) this.#keys.push(value);
    else if (name === CHECKPOINTS) this.#checkpoints.push(value);
    else if (name === PURGES) this.#purges.push(value);
    else this.#step(value);
  }

  /** Verifies that the trail is complete after the last line. */
  end(): void {
    if (!this.#began) this.#begin(null);
    const furthest = Math.max(this.head.sequence, ...this.#marks().map(({ sequence }) => sequence));
    const { sequence, hash } = this.#walk.end;
    if (sequence > this.head.sequence) throw flawed('entry_inserted');
    if (sequence < furthest || hash !== this.head.hash) throw flawed('end_missing');
  }

  /** Whether one of the keys signed a document. */
  isSigned(document: { signature: string }): boolean {
    return Verifier.of(this.#keys).isSigned(document);
  }

  #step(entry: AuditEntryView): void {
    if (!this.#began) this.#begin(entry);
    if (this.from === null || entry.timestamp < this.from) this.from = entry.timestamp;
    if (this.to === null || entry.timestamp > this.to) this.to = entry.timestamp;
    if (entry.sequence === null) return;
    const flaw = this.#walk.step(entry);
    if (flaw) throw flawed(flaw, entry.id);
  }

  #begin(first: AuditEntryView | null): void {
    this.#began = true;
    const verifier = Verifier.of(this.#keys);
    if (!areChained(this.#purges, verifier)) throw flawed('purge_forged');
    if (!areChained(this.#checkpoints, verifier)) throw flawed('checkpoint_forged');
    if (this.known) {
      if (!begins(this.#purges, this.known.purges)) throw flawed('purge_forged');
      if (!begins(this.#checkpoints, this.known.checkpoints)) throw flawed('checkpoint_forged');
      this.#walk.begin(this.known.head, this.#marks());
      return;
    }
    const purged = this.#purges.at(-1)?.purged ?? { sequence: 0, hash: GENESIS };
    const before = (first?.sequence ?? purged.sequence + 1) - 1;
    // An interrupted purge leaves a suffix of entries; all others must follow their predecessor.
    const start = before >= purged.sequence ? purged : { sequence: before, hash: before ? '' : GENESIS };
    this.#walk.begin(start, this.#marks());
  }

  #marks(): Head[] {
    return marksOf(this.#checkpoints, this.#purges);
  }
}

const marksOf = (checkpoints: readonly SignedCheckpoint[], purges: readonly PurgeRecord[]): Head[] => [
  ...purges.map(({ purged }) => purged),
  ...checkpoints.map(({ head }) => head),
];

/** Whether a list of signed documents begins with those that are known. */
const begins = (list: readonly { signature: string }[], known: readonly { signature: string }[]): boolean =>
  known.every(({ signature }, index) => list[index]?.signature === signature);

const flawed = (flaw: Flaw, at?: string) =>
  new ApiError(400, `The audit trail of the archive is not valid: ${flaw}${at ? ` at ${at}` : ''}.`);

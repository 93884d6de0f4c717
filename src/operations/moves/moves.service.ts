import { Injectable } from '@nestjs/common';
import { rename } from 'node:fs/promises';
import { asSystem, conflict, Database, Freezes, hashOf, invalidField } from '../../platform/index.js';
import { ArchiveImport, type ImportSummary, type IncomingMove, type ReceivedCopy } from '../archives/archive-import.js';
import {
  type ArchiveFigures,
  ArchiveWriter,
  type CopyNotes,
  type MadeCopy,
  noFigures,
  type OutgoingMove,
} from '../archives/archive-writer.js';
import { ArchivedBlobs } from '../archives/archived-blobs.repository.js';
import { refuseTaken, unfinished, writeArchive } from '../archives/archives.cli.js';
import { KeptRows } from '../archives/kept-rows.service.js';
import { proofOf } from '../archives/manifest.js';
import { TransferSeal } from '../archives/transfer-seal.js';
import { Moments } from '../archives/moments.repository.js';
import { openManifest } from '../archives/open-manifest.js';
import { WorkspaceTables } from '../archives/workspace-tables.repository.js';
import { type FrozenWorkspace, WorkspaceFreezes } from '../freezes/freezes.service.js';
import { type BoundToAddress, type Move, MoveRepository } from './move.repository.js';

/** Where a workspace goes, and the file that takes it there. */
export interface Destination {
  to: string;
  key: string;
  out: string;
  wait: number;
}

export interface CopiedWorkspace extends Partial<ArchiveFigures> {
  workspace_id: string;
  file: string;
  next: string;
}

export interface PackedWorkspace extends ArchiveFigures {
  workspace_id: string;
  file: string;
  set_up_anew: BoundToAddress;
  next: string;
}

export interface ReceivedWorkspace extends Partial<ImportSummary> {
  workspace_id: string;
  /** The address to which the source leads. */
  address: string;
  /** None for a copy. */
  receipt?: string;
  next: string;
}

export interface MovedWorkspace {
  workspace_id: string;
  moved_to: string;
  release: string;
  set_up_anew: BoundToAddress;
  next: string;
}

/**
 * Moves of workspaces to other deployments (D-RUN-13). The workspace is frozen here and comes in an archive to the target, where it
 * stays frozen. The target answers with a receipt, which only it can read from the archive. With it the tombstone is written here, in
 * one transaction: that is the moment of the move. Only then the release is told, which opens the workspace at the target. So at no
 * time both take changes, and until that moment the move can be aborted.
 */
@Injectable()
export class WorkspaceMoves {
  constructor(
    private readonly repository: MoveRepository,
    private readonly workspaceFreezes: WorkspaceFreezes,
    private readonly freezes: Freezes,
    private readonly writer: ArchiveWriter,
    private readonly archives: ArchiveImport,
    private readonly keptRows: KeptRows,
    private readonly rows: WorkspaceTables,
    private readonly blobs: ArchivedBlobs,
    private readonly moments: Moments,
    private readonly database: Database,
  ) {}

  /** The key for which sources seal workspaces that come here. */
  get transferKey(): string {
    return this.archives.transferKey;
  }

  /** Writes a copy of a workspace while people work, or of what has changed since the last one. */
  async copy(id: string, destination: Omit<Destination, 'wait'>): Promise<CopiedWorkspace> {
    const { out } = destination;
    const { before, address } = await this.#begin(id, destination);
    if (before?.state === 'leaving')
      throw conflict('The workspace is frozen for its move. Go on without --copy, or abort it.');
    await this.keptRows.refuseCopy(id);
    const next = `Take the file to the target, and run there: workspace receive ${out}`;
    const copy = (before?.copy ?? null) as MadeCopy | null;
    if (copy && (await completes(out, copy))) return { workspace_id: id, file: out, next };
    await refuseTaken(out);
    await asSystem(id, async () => {
      if (!before) await this.database.transaction(() => this.repository.beginCopying(address, destination.key));
    });
    const move = (await this.repository.find(id)) as Move & OutgoingMove;
    const figures = noFigures();
    const notes: CopyNotes = { schema: '', database: '', xmin: '', sequence: 0, totals: {}, blobs: [] };
    const keep = () =>
      this.database.transaction(async () => {
        const { blobs, ...made } = notes;
        const { manifest_sha256 } = figures;
        if (!(await this.repository.keepCopy(copy?.manifest_sha256 ?? null, { ...made, manifest_sha256 })))
          throw conflict('The move has been aborted, or gone on, meanwhile.');
        await this.blobs.remember(blobs);
      });
    await asSystem(id, () => writeArchive(out, this.writer.write(id, figures, move, notes), keep));
    return { workspace_id: id, file: out, ...figures, next };
  }

  /** Freezes a workspace and writes the archive of its move, which continues its copy, if any. Can be repeated until the move ends. */
  async pack(id: string, destination: Destination): Promise<PackedWorkspace> {
    const { key, out, wait } = destination;
    const { before, address } = await this.#begin(id, destination);
    await refuseTaken(out);
    if (before?.copy) await this.moments.refuseStale(before.copy as MadeCopy);
    if (before?.state !== 'leaving') await this.#leave(id, address, key, wait);
    const move = (await this.repository.find(id)) as Move & OutgoingMove;
    const figures = noFigures();
    try {
      await asSystem(id, () => writeArchive(out, this.writer.write(id, figures, move)));
    } catch (error) {
      if (before?.state !== 'leaving') await this.abort(id);
      throw error;
    }
    const next = `Take the file to the target, and run there: workspace receive ${out}`;
    return { workspace_id: id, file: out, ...figures, set_up_anew: await this.repository.boundToAddress(id), next };
  }

  /** Ends the move at the source: from now on the workspace is at the target. Repeated, it tells the release again. */
  async finish(id: string, receipt: string): Promise<MovedWorkspace> {
    const move = await this.repository.find(id);
    if (move?.state !== 'leaving' && move?.state !== 'left')
      throw conflict('The workspace is not being moved from here.');
    if (hashOf(receipt) !== hashOf(move.receipt))
      throw invalidField(
        'receipt',
        'invalid_value',
        'receipt is not the one that "workspace receive" printed for this move.',
      );
    if (move.state === 'leaving')
      await asSystem(id, () =>
        this.database.transaction(async () => {
          if (!(await this.repository.end('leaving', 'left')) || !(await this.repository.bury(move.address)))
            throw conflict('The move has been aborted.');
          await this.blobs.forget();
          await this.freezes.tell(id, 'moved');
        }),
      );
    const set_up_anew = await this.repository.boundToAddress(id);
    const next = `Run at the target: workspace open ${id} --release ${move.release}`;
    return { workspace_id: id, moved_to: move.address, release: move.release!, set_up_anew, next };
  }

  /** Opens the workspace here again. What the target has of it can never be opened. */
  async abort(id: string): Promise<FrozenWorkspace> {
    const move = await this.repository.find(id);
    if (!move) throw conflict('The workspace is not being moved.');
    refuseUnlessLeaving(move);
    return this.workspaceFreezes.unfreeze(id, async () => {
      if (!(await this.repository.end(move.state, 'aborted'))) throw conflict('The move has gone on meanwhile.');
      await this.blobs.forget();
      return null;
    });
  }

  /** Takes the archive of a move in, frozen, or a copy, hidden. Repeated, it tells the receipt again. */
  async receive(file: string): Promise<ReceivedWorkspace> {
    const move = await this.archives.moveOf(file);
    const { id, address, receipt, workspaceId, digest } = move;
    const before = await this.repository.find(workspaceId);
    const isSame = before?.id === id;
    let summary: ImportSummary | undefined;
    const isHere = isSame && (move.copy ? before.copy?.manifest_sha256 === digest : before.state === 'arriving');
    if (!isHere) {
      if (isSame && move.copy && (before.state === 'arriving' || !move.continues))
        throw conflict('The move has gone on: this copy is an older one.');
      const copy = this.#continued(move, before);
      if (!copy && (await this.repository.isKnown(workspaceId, id)))
        throw conflict('This move has come to its end here.');
      const begin = async () => {
        if (copy && !(await this.repository.resume(copy)))
          throw conflict('Another archive has been received meanwhile.');
      };
      const end = async (received: ReceivedCopy) => {
        const { sealed_for, release_sha256 } = move;
        const arrival = { id, address, transfer_key: sealed_for, receipt, release_hash: release_sha256 };
        await this.repository.arrive(arrival, move.copy ? received : null);
        if (!move.copy) await this.blobs.forget();
        await this.freezes.tell(workspaceId, 'moved');
      };
      summary = await this.archives.run(file, move, { begin, end }, copy);
    }
    const at = { workspace_id: workspaceId, ...summary, address };
    return move.copy
      ? { ...at, next: `Run at the source, for what has changed since: workspace move ${workspaceId}` }
      : { ...at, receipt, next: `Run at the source: workspace move ${workspaceId} --receipt ${receipt}` };
  }

  /** Opens a workspace that has arrived, with the release that the source told once it had ended its part. */
  async open(id: string, release: string): Promise<FrozenWorkspace> {
    const move = await this.repository.find(id);
    if (move?.state !== 'arriving') throw conflict('The workspace has not arrived here, or is open.');
    if (hashOf(release) !== move.release_hash)
      throw invalidField(
        'release',
        'invalid_value',
        'release is not the one that "workspace move --receipt" printed at the source.',
      );
    return this.workspaceFreezes.unfreeze(id, async () => {
      if (!(await this.repository.end('arriving', 'arrived')))
        throw conflict('The workspace has been opened meanwhile.');
      return { address: { from: null, to: move.address } };
    });
  }

  /** Removes what is here of a workspace that has moved away, or that arrived and was not opened. */
  async discard(id: string): Promise<{ workspace_id: string }> {
    if (!(await this.repository.discard(id, (run) => this.rows.remove(id, run))))
      throw conflict('Only a workspace that has moved away, or was not opened here, can be discarded.');
    return { workspace_id: id };
  }

  /** The address, and the move that has begun before, if any. */
  async #begin(id: string, { to, key }: Omit<Destination, 'wait'>): Promise<{ before: Move | null; address: string }> {
    const address = addressOf(to);
    if (!TransferSeal.for(key))
      throw invalidField('key', 'invalid_format', 'key must be the one that "workspace receive" prints at the target.');
    if (key === this.transferKey) throw invalidField('key', 'invalid_value', 'key is the one of this deployment.');
    const before = await this.repository.find(id);
    if (before) refuseUnlessLeaving(before);
    if (before && (before.address !== address || before.transfer_key !== key))
      throw conflict(`The workspace is moving to ${before.address}. Abort that first.`);
    return { before, address };
  }

  /** The copy here that an archive continues; undefined if it is whole. 409 unless that is the last one of the same move. */
  #continued({ id, continues, copy, receipt }: IncomingMove, before: Move | null): ReceivedCopy | undefined {
    if (!continues) return undefined;
    const here = before?.state === 'copied' && before.id === id ? (before.copy as ReceivedCopy) : null;
    const proof = copy ? receipt : proofOf(receipt);
    if (here?.manifest_sha256 !== continues || before!.receipt !== proof)
      throw conflict(
        'The archive continues a copy that is not the last one here. Receive the copies of this move in their order.',
      );
    return here;
  }

  async #leave(id: string, address: string, key: string, wait: number): Promise<void> {
    await this.workspaceFreezes.freeze(id, wait);
    const begun = await asSystem(id, () => this.database.transaction(() => this.repository.leave(address, key)));
    if (!begun) throw conflict('The workspace was unfrozen meanwhile. Try again.');
  }
}

function refuseUnlessLeaving({ state, address }: Move): void {
  if (state === 'left') throw conflict(`The workspace has moved to ${address}.`);
  if (state === 'copied' || state === 'arriving') throw conflict('The workspace has arrived here and is not open yet.');
}

/** Whether a command that was killed had written this copy, which gets its name now. */
async function completes(out: string, { manifest_sha256 }: MadeCopy): Promise<boolean> {
  const part = unfinished(out);
  const written = await openManifest(part).catch(() => null);
  if (written?.digest !== manifest_sha256) return false;
  await rename(part, out);
  return true;
}

/** The base of addresses at the target. */
function addressOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw invalidField(
      'to',
      'invalid_format',
      'to must be the address of the target, such as https://suite.example.com.',
    );
  return url.href.replace(/\/$/, '');
}

import { Injectable } from '@nestjs/common';
import { asSystem, conflict, Database, Freezes, hashOf, invalidField } from '../../platform/index.js';
import { ArchiveImport, type ImportSummary } from '../archives/archive-import.js';
import { type ArchiveFigures, ArchiveWriter, noFigures, type OutgoingMove } from '../archives/archive-writer.js';
import { writeArchive } from '../archives/archives.cli.js';
import { TransferSeal } from '../archives/transfer-seal.js';
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
  receipt: string;
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
    private readonly tables: WorkspaceTables,
    private readonly database: Database,
  ) {}

  /** The key for which sources seal workspaces that come here. */
  get transferKey(): string {
    return this.archives.transferKey;
  }

  /** Freezes a workspace and writes the archive of its move. Can be repeated until the move ends. */
  async pack(id: string, { to, key, out, wait }: Destination): Promise<PackedWorkspace> {
    const address = addressOf(to);
    if (!TransferSeal.for(key))
      throw invalidField('key', 'invalid_format', 'key must be the one that "workspace receive" prints at the target.');
    if (key === this.transferKey) throw invalidField('key', 'invalid_value', 'key is the one of this deployment.');
    const before = await this.repository.find(id);
    if (before) refuseUnless(before, 'leaving');
    if (before && (before.address !== address || before.transfer_key !== key))
      throw conflict(`The workspace is moving to ${before.address}. Abort that first.`);
    if (!before) await this.#leave(id, address, key, wait);
    const move = (await this.repository.find(id)) as Move & OutgoingMove;
    const figures = noFigures();
    try {
      await asSystem(id, () => writeArchive(out, this.writer.write(id, figures, move)));
    } catch (error) {
      if (!before) await this.abort(id);
      throw error;
    }
    const next = `Take the file to the target, and run there: workspace receive ${out}`;
    return { workspace_id: id, file: out, ...figures, set_up_anew: await this.repository.boundToAddress(id), next };
  }

  /** Ends the move at the source: from now on the workspace is at the target. Repeated, it tells the release again. */
  async finish(id: string, receipt: string): Promise<MovedWorkspace> {
    const move = await this.repository.find(id);
    if (!move || move.state === 'arriving') throw conflict('The workspace is not being moved from here.');
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
    refuseUnless(move, 'leaving');
    return this.workspaceFreezes.unfreeze(id, async () => {
      if (!(await this.repository.end('leaving', 'aborted'))) throw conflict('The move has ended meanwhile.');
      return null;
    });
  }

  /** Takes the archive of a move in, frozen. Repeated, it tells the receipt again. */
  async receive(file: string): Promise<ReceivedWorkspace> {
    const move = await this.archives.moveOf(file);
    const { id, address, receipt, workspaceId } = move;
    const before = await this.repository.find(workspaceId);
    let summary: ImportSummary | undefined;
    if (before?.id !== id || before.state !== 'arriving') {
      if (await this.repository.isKnown(workspaceId, id)) throw conflict('This move has come to its end here.');
      summary = await this.archives.run(file, move, async () => {
        const { sealed_for, release_sha256 } = move;
        await this.repository.arrive({ id, address, transfer_key: sealed_for, receipt, release_hash: release_sha256 });
        await this.freezes.tell(workspaceId, 'frozen');
      });
    }
    const next = `Run at the source: workspace move ${workspaceId} --receipt ${receipt}`;
    return { workspace_id: workspaceId, ...summary, address, receipt, next };
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
    if (!(await this.repository.discard(id, (run) => this.tables.remove(id, run))))
      throw conflict('Only a workspace that has moved away, or was not opened here, can be discarded.');
    return { workspace_id: id };
  }

  async #leave(id: string, address: string, key: string, wait: number): Promise<void> {
    await this.workspaceFreezes.freeze(id, wait);
    const begun = await asSystem(id, () => this.database.transaction(() => this.repository.leave(address, key)));
    if (!begun) throw conflict('The workspace was unfrozen meanwhile. Try again.');
  }
}

function refuseUnless({ state, address }: Move, wanted: 'leaving'): void {
  if (state === 'left') throw conflict(`The workspace has moved to ${address}.`);
  if (state !== wanted) throw conflict('The workspace has arrived here and is not open yet.');
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

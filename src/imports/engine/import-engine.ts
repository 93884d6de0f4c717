import { Injectable } from '@nestjs/common';
import {
  boundMemory,
  type Credential,
  currentContext,
  FileJobServices,
  Guardrails,
  type ImportKind,
  ImportKinds,
  ImportWork,
  type ImportWorkOptions,
  type Lease,
  PermanentFailure,
  type RecordEntity,
  type Scope,
  UserDirectory,
  type WorkItem,
} from '../../platform/index.js';
import { type Draft, draftsOf } from './drafts.js';
import { ImportRepository, type PlacedProblem, type Progress } from './import.repository.js';
import type { People } from './people.js';
import type { PortionResult } from './portion.js';
import { PortionWriter } from './portion-writer.js';
import { type ReadableFile, type Reading, Run } from './run.js';
import { rowsOf } from './source-file.js';
import { StoredFiles } from './stored-files.js';

/**
 * Records of one transaction. With 500 other requests waited longer for the process, and young objects grew old in it; with 100
 * the import took a quarter more processor time.
 */
export const PORTION = 200;
/** Bytes of their rows, where these are pages. */
const PORTION_BYTES = 16 * 2 ** 20;

/** Services of everything that reads files. */
@Injectable()
export class ImportServices {
  constructor(
    readonly jobs: FileJobServices,
    readonly repository: ImportRepository,
    readonly directory: UserDirectory,
    readonly guardrails: Guardrails,
    readonly kinds: ImportKinds,
    readonly storedFiles: StoredFiles,
  ) {}
}

/**
 * Reads the files of imports, a portion of records in each transaction.
 *
 * A record that names another one, such as a task its parent, may stand before it. Such drafts wait in a table until all files
 * have been read, and are tried again for as long as that helps.
 */
export abstract class ImportEngine<T extends RecordEntity & WorkItem> extends ImportWork<T> {
  constructor(
    protected readonly engine: ImportServices,
    options: ImportWorkOptions,
  ) {
    super(engine.jobs, options);
  }

  /** Keeps the results of a portion and counts them, in its transaction. */
  protected abstract keep(record: Reading, progress: Progress, result: PortionResult): Promise<void>;

  /** Moves the position of an import, in the transaction of a portion. */
  protected abstract move(record: Reading, progress: Progress): Promise<void>;

  protected runOf(
    record: Reading,
    lease: Lease,
    people: People,
    progress: Progress,
    read: readonly ImportKind<any>[],
    kinds: ImportKinds = this.engine.kinds,
  ): Run {
    const { repository, jobs } = this.engine;
    return new Run(
      record,
      lease,
      people,
      new PortionWriter(record, kinds, repository, people, jobs.database),
      read,
      progress,
    );
  }

  protected async read(run: Run, files: readonly ReadableFile[]): Promise<void> {
    while (run.progress.file_index < files.length) await this.#readFile(run, files[run.progress.file_index]!);
    await this.#readWaiting(run);
  }

  /** A transaction of an import that goes on; what it counts holds once it has committed. */
  protected async step<R>(run: Run, work: (progress: Progress) => Promise<R>): Promise<R> {
    run.lease.check();
    const progress: Progress = structuredClone(run.progress);
    const result = await run.lease.advance(async () => {
      const done = await work(progress);
      progress.people = run.people.shown;
      await this.move(run.record, progress);
      return done;
    });
    run.progress = progress;
    boundMemory();
    return result;
  }

  /**
   * Runs work in the name of the person who started an import, with their rights and policies of now. What comes of the import
   * itself is the system's. Fails where a policy denies reading one of these kinds, because known records would not be found.
   */
  protected async inTheirName<R>(
    record: Reading,
    kinds: readonly ImportKind<any>[],
    work: () => Promise<R>,
  ): Promise<R> {
    const credential = await this.#credentialOf(record);
    const context = currentContext();
    const { actor, credential: before, restrictions, also } = context;
    const import_id = { from: null, to: record.id };
    try {
      Object.assign(context, { actor: credential.actor, credential, also: { import_id } });
      const denials = await this.engine.guardrails.apply(record.workspace_id, credential.principals);
      for (const { store } of kinds) {
        const refusal = denials?.refusal(store.resource, 'read');
        if (refusal) throw new PermanentFailure(refusal.message);
      }
      return await work();
    } finally {
      Object.assign(context, { actor, credential: before, restrictions, also });
    }
  }

  async #credentialOf({ credential: holder, apps }: Reading): Promise<Credential> {
    const credential = await this.engine.directory.credentialOf(holder);
    if (!credential)
      throw new PermanentFailure(
        `The ${holder.kind === 'api_key' ? 'API key that' : 'user who'} started the import is no longer active.`,
      );
    const wanted = apps.flatMap((app) => [`${app}:read`, `${app}:write`]) as Scope[];
    const lost = wanted.find((scope) => !credential.scopes.has(scope));
    if (lost) throw new PermanentFailure(`The person who started the import no longer has the scope ${lost}.`);
    return credential;
  }

  async #readFile(run: Run, { blob, plan, locale }: ReadableFile): Promise<void> {
    const { record, progress } = run;
    const file = progress.file_index;
    let skip = progress.file_rows;
    let drafts: Draft[] = [];
    let problems: PlacedProblem[] = [];
    let rows = 0;
    let bytes = 0;
    const { name } = record.files[file]!;
    const source = await this.engine.jobs.blobStore.read(blob);
    for await (const { row, flaw: found } of rowsOf(source, plan.preset)) {
      if (skip-- > 0) continue;
      rows++;
      bytes += row.size;
      const reason = plan.preset.skip?.(row);
      const kind = plan.items[0]!.kind;
      const flaw = found ?? (row.bytes ? await this.engine.storedFiles.read(row, { stores: !record.dry_run }) : null);
      if (flaw) problems.push({ level: 'error', file: name, line: row.line, kind, ...flaw, field: null });
      else if (reason)
        problems.push({
          level: 'skipped',
          file: name,
          line: row.line,
          kind,
          field: null,
          code: 'invalid_value',
          message: reason,
        });
      else drafts.push(...draftsOf(row, plan, file, locale));
      if (drafts.length < PORTION && rows < PORTION && bytes < PORTION_BYTES) continue;
      await this.#portion(run, drafts, problems, { file_rows: rows });
      [drafts, problems, rows, bytes] = [[], [], 0, 0];
    }
    await this.#portion(run, drafts, problems, { file_rows: rows, ended: true });
  }

  /** Tries what waits for as long as some of it finds what it names; the rest is told. */
  async #readWaiting(run: Run): Promise<void> {
    for (let last = false; run.progress.waiting_count > 0;) {
      const before = run.progress.waiting_count;
      for (let behind = '-1'; ;) {
        const next = await this.#waitingPortion(run, behind, last);
        if (next === null) break;
        behind = next;
      }
      if (last) return;
      last = run.progress.waiting_count === before;
    }
  }

  /** Answers the position of the last draft; null where there was none. */
  async #waitingPortion(run: Run, behind: string, last: boolean): Promise<string | null> {
    const { record, kinds } = run;
    const { repository } = this.engine;
    return this.step(run, async (progress) => {
      const waiting = await repository.waiting(record, behind, PORTION);
      if (!waiting.length) return null;
      const drafts = waiting.map(({ draft }) => draft);
      const result = await this.inTheirName(record, kinds, () => run.writer.write(drafts, { last, counted: false }));
      const still = new Set(result.waiting);
      const done = waiting.filter(({ draft }) => !still.has(draft));
      await this.keep(record, progress, { ...result, waiting: [] });
      await repository.endWaiting(
        record,
        done.map(({ position }) => position),
      );
      progress.waiting_count -= done.length;
      return waiting.at(-1)!.position;
    });
  }

  /** Writes drafts and moves the place of the import. */
  async #portion(
    run: Run,
    drafts: readonly Draft[],
    problems: readonly PlacedProblem[],
    { file_rows, ended = false }: { file_rows: number; ended?: boolean },
  ): Promise<void> {
    const { record, kinds } = run;
    const result = await this.step(run, async (progress) => {
      const written = await this.inTheirName(record, kinds, () =>
        run.writer.write(drafts, { last: false, counted: true }),
      );
      await this.engine.repository.wait(record, written.waiting);
      progress.waiting_count += written.waiting.length;
      progress.processed_count += file_rows;
      progress.file_rows = ended ? 0 : progress.file_rows + file_rows;
      if (ended) progress.file_index++;
      await this.keep(record, progress, { ...written, problems: [...problems, ...written.problems] });
      return written;
    });
    run.writer.committed(result, drafts);
  }
}

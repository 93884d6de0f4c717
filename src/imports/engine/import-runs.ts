import { Injectable } from '@nestjs/common';
import {
  ApiError,
  BlobStore,
  boundMemory,
  type Credential,
  currentContext,
  Database,
  Guardrails,
  FileJobServices,
  IMPORT_WORK,
  type ImportKey,
  type ImportKind,
  ImportKinds,
  ImportWork,
  InjectStore,
  type Lease,
  LeasedWork,
  PermanentFailure,
  type ResourceStore,
  type Scope,
  UserDirectory,
} from '../../platform/index.js';
import { type Draft, draftsOf } from './drafts.js';
import { FileStyle, styleGiven } from './file-style.js';
import { Import } from './import.entity.js';
import { ImportRepository, type PlacedProblem, type Progress } from './import.repository.js';
import { IMPORT, ImportsService } from './imports.service.js';
import { People } from './people.js';
import type { Plan } from './plan.js';
import { PortionWriter } from './portion-writer.js';
import { together } from './shown.js';
import { progressOf, Run } from './run.js';
import { rowsOf } from './source-file.js';
import { StoredFiles } from './stored-files.js';
import { UnreadableFile } from './unreadable-file.js';

/**
 * Records of one transaction. With 500 other requests waited longer for the process, and young objects grew old in it; with 100
 * the import took a quarter more processor time.
 */
const PORTION = 200;
/** Bytes of their rows, where these are pages. */
const PORTION_BYTES = 16 * 2 ** 20;
/** Rows that a check reads before it looks whether it still has the lease. */
const CHECK_ROWS = 20_000;
const MAX_ROWS = 2_000_000;

/**
 * Reads the files of imports, a portion of records in each transaction.
 *
 * A record that names another one, such as a task its parent, may stand before it. Such drafts wait in a table until all files
 * have been read, and are tried again for as long as that helps.
 */
@LeasedWork({
  ...IMPORT_WORK,
  kind: IMPORT,
  table: 'imports',
  states: {
    open: `status in ('pending', 'running', 'undoing')`,
    failed: `status = 'failed'`,
    claim: `status = case status when 'pending' then 'running' else status end`,
  },
  task: 'imports.sweep',
  description: 'Resumes interrupted imports.',
  queue: 'imports',
})
@Injectable()
export class ImportRuns extends ImportWork<Import> {
  constructor(
    @InjectStore(Import) private readonly imports: ResourceStore<Import>,
    services: FileJobServices,
    private readonly repository: ImportRepository,
    private readonly blobStore: BlobStore,
    private readonly directory: UserDirectory,
    private readonly guardrails: Guardrails,
    private readonly database: Database,
    private readonly kinds: ImportKinds,
    private readonly service: ImportsService,
    private readonly storedFiles: StoredFiles,
  ) {
    super(services, { table: 'imports', task: 'imports.expire', plural: 'imports' });
  }

  protected async work(record: Import, lease: Lease): Promise<void> {
    const isUndo = record.status === 'undoing';
    await (isUndo ? this.#undo(record, lease) : this.#read(record, lease));
    await lease.transaction(() => this.#end(record, isUndo ? 'undone' : 'completed'));
  }

  fail(record: Import, reason: string): Promise<void> {
    return this.#end(record, 'failed', reason);
  }

  retry(id: string): Promise<void> {
    return this.service.retry(id);
  }

  protected forget(key: ImportKey): Promise<string[]> {
    return this.repository.forget(key);
  }

  async #end({ id }: Import, status: 'completed' | 'failed' | 'undone', error: string | null = null): Promise<void> {
    await this.service.end(await this.imports.get(id, { lock: true }), status, error);
  }

  async #read(record: Import, lease: Lease): Promise<void> {
    const plans = this.service.plansOf(record);
    if (record.row_count === null) await this.#check(record, plans, lease);
    const people = new People(this.directory, await this.#invited(record), record.people);
    const run = new Run(
      record,
      lease,
      people,
      new PortionWriter(record, this.kinds, this.repository, people, this.database),
    );
    while (run.progress.file_index < record.files.length) {
      await this.#readFile(run, plans[run.progress.file_index]!);
    }
    await this.#readWaiting(run);
  }

  async #readFile(run: Run, plan: Plan): Promise<void> {
    const { record, progress } = run;
    const file = progress.file_index;
    const { day_first, decimal_comma } = record.sources;
    const locale = { zone: record.time_zone, dayFirst: day_first[file]!, decimalComma: decimal_comma?.[file] ?? false };
    let skip = progress.file_rows;
    let drafts: Draft[] = [];
    let problems: PlacedProblem[] = [];
    let rows = 0;
    let bytes = 0;
    const { name } = record.files[file]!;
    const source = await this.blobStore.read(record.sources.blobs[file]!);
    for await (const { row, flaw: found } of rowsOf(source, plan.preset)) {
      if (skip-- > 0) continue;
      rows++;
      bytes += row.size;
      const reason = plan.preset.skip?.(row);
      const kind = plan.items[0]!.kind;
      const flaw = found ?? (row.bytes ? await this.storedFiles.read(row, { stores: !record.dry_run }) : null);
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
    const { record } = run;
    return this.#transaction(run, async (progress) => {
      const waiting = await this.repository.waiting(record, behind, PORTION);
      if (!waiting.length) return null;
      const drafts = waiting.map(({ draft }) => draft);
      const result = await this.#inTheirName(record, () => run.writer.write(drafts, { last, counted: false }));
      const still = new Set(result.waiting);
      const done = waiting.filter(({ draft }) => !still.has(draft));
      await this.#keep(record, progress, { ...result, waiting: [] });
      await this.repository.endWaiting(
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
    const { record } = run;
    const result = await this.#transaction(run, async (progress) => {
      const written = await this.#inTheirName(record, () => run.writer.write(drafts, { last: false, counted: true }));
      await this.repository.wait(record, written.waiting);
      await this.#keep(record, progress, { ...written, problems: [...problems, ...written.problems] });
      progress.waiting_count += written.waiting.length;
      progress.processed_count += file_rows;
      progress.file_rows = ended ? 0 : progress.file_rows + file_rows;
      if (ended) progress.file_index++;
      return written;
    });
    run.writer.committed(result, drafts);
  }

  async #keep(
    record: Import,
    progress: Progress,
    { problems, links, gone, counts }: Awaited<ReturnType<PortionWriter['write']>>,
  ): Promise<void> {
    await this.repository.addProblems(record, problems);
    if (record.dry_run) await this.repository.plan(record, links);
    else await this.repository.link(record.id, links, gone);
    progress.problem_count += problems.length;
    progress.counts = together(progress.counts, counts);
  }

  /** A transaction of an import that goes on; what it counts holds once it has committed. */
  async #transaction<T>(run: Run, work: (progress: Progress) => Promise<T>): Promise<T> {
    run.lease.check();
    const progress: Progress = structuredClone(run.progress);
    const result = await run.lease.advance(async () => {
      const done = await work(progress);
      progress.people = run.people.shown;
      await this.repository.move(run.record, progress);
      return done;
    });
    run.progress = progress;
    boundMemory();
    return result;
  }

  /** Reads all files once to their end, so that one that cannot be read is refused before anything is written. */
  async #check(record: Import, plans: readonly Plan[], lease: Lease): Promise<void> {
    const filled = record.files.map(() => new Map<string, number>());
    const ambiguous: PlacedProblem[] = [];
    for (const [index, plan] of plans.entries()) {
      const file = record.files[index]!;
      let count = 0;
      const { day_first, fixed, decimal_separator } = record.sources;
      const order = day_first[index] ? 'day_first' : 'month_first';
      const style = new FileStyle(plan, styleGiven(fixed ? order : undefined, decimal_separator));
      try {
        for await (const { row } of rowsOf(await this.blobStore.read(record.sources.blobs[index]!), plan.preset)) {
          if (++count > MAX_ROWS) throw new UnreadableFile(`it has more than ${MAX_ROWS} rows.`);
          for (const column of plan.notTaken.keys())
            if (row.get(column)) filled[index]!.set(column, (filled[index]!.get(column) ?? 0) + 1);
          style.take(row);
          if (count % CHECK_ROWS === 0) lease.check();
        }
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        throw new PermanentFailure(`${file.name} cannot be imported: ${error.message}`);
      }
      file.row_count = count;
      day_first[index] = style.found.dayFirst;
      (record.sources.decimal_comma ??= [])[index] = style.found.decimalComma;
      for (const each of style.unclear)
        ambiguous.push({
          level: 'warning',
          file: file.name,
          kind: plan.items[0]!.kind,
          field: null,
          code: 'invalid_format',
          ...each,
        });
    }
    for (const entry of record.not_taken) {
      const index = record.files.findIndex(({ name }) => name === entry.file);
      entry.count = filled[index]!.get(entry.column) ?? 0;
    }
    record.row_count = record.files.reduce((sum, { row_count }) => sum + row_count!, 0);
    record.problem_count += ambiguous.length;
    await lease.advance(async () => {
      await this.repository.checked(record);
      await this.repository.addProblems(record, ambiguous);
      await this.repository.move(record, progressOf(record));
    });
  }

  /** Sends the invitations that the request asks for, and answers the users who stand for people. */
  async #invited(record: Import): Promise<Record<string, string>> {
    const { people } = record.options;
    const invited = Object.entries(people).filter(([, user]) => user === 'invite');
    if (record.dry_run || !invited.length) return people;
    const users = { ...people };
    for (const [person] of invited) {
      const [known] = await this.directory.usersNamed([person.toLowerCase()], []);
      const invite = () => this.#inTheirName(record, () => this.directory.invite(person));
      try {
        users[person] = (known ?? (await this.database.transaction(invite))).id;
      } catch (error) {
        const { status, message } = error as { status?: number; message: string };
        if (status === undefined || status >= 500) throw error;
        throw new PermanentFailure(`${person} cannot be invited: ${message}`);
      }
    }
    return users;
  }

  /** Removes what the import made, records before those that they name. */
  async #undo(record: Import, lease: Lease): Promise<void> {
    const people = new People(this.directory, {}, record.people);
    const run = new Run(
      record,
      lease,
      people,
      new PortionWriter(record, this.kinds, this.repository, people, this.database),
    );
    for (const kind of this.kinds.inOrder.toReversed()) {
      while (await this.#transaction(run, (progress) => this.#undoPortion(record, kind, progress)));
    }
  }

  /** False where nothing of the kind is left. */
  async #undoPortion(record: Import, kind: ImportKind<any>, progress: Progress): Promise<boolean> {
    const made = await this.repository.made(record, kind.name, PORTION);
    if (!made.length) return false;
    const revisions = new Map(made.map(({ record_id, revision }) => [record_id, revision]));
    const kept = await this.#inTheirName(record, async () => {
      const hidden = await kind.hidden([...revisions.keys()]);
      if (hidden.size)
        throw new PermanentFailure(`You may not read ${hidden.size} of the records that the import made, so it stays.`);
      const records = await kind.records([...revisions.keys()], { lock: true });
      const untouched = [...records.values()].filter(({ id, revision }) => revision === revisions.get(id));
      const staying = await kind.remove(untouched).catch((error: unknown) => {
        // A rule that refuses the removal refuses the next attempt, too. A rate limit does not.
        if (error instanceof ApiError && isPermanent(error)) throw new PermanentFailure(error.message);
        throw error;
      });
      const removed = new Set(untouched.filter((each) => !staying.includes(each)).map(({ id }) => id));
      return [...records.keys()].filter((id) => !removed.has(id));
    });
    const gone = [...revisions.keys()].filter((id) => !kept.includes(id));
    await this.repository.unlink(record, kind.name, gone, kept);
    progress.undone_count += gone.length;
    progress.kept_count += kept.length;
    return true;
  }

  /**
   * Runs work in the name of the person who started it, with their rights and policies of now. What comes of the import itself
   * is the system's.
   */
  async #inTheirName<T>(record: Import, work: () => Promise<T>): Promise<T> {
    const credential = await this.#credentialOf(record);
    const context = currentContext();
    const { actor, credential: before, restrictions, also } = context;
    const import_id = { from: null, to: record.id };
    try {
      Object.assign(context, { actor: credential.actor, credential, also: { import_id } });
      await this.guardrails.apply(record.workspace_id, credential.principals);
      return await work();
    } finally {
      Object.assign(context, { actor, credential: before, restrictions, also });
    }
  }

  async #credentialOf(record: Import): Promise<Credential> {
    const credential = await this.directory.credentialOf(record.credential);
    if (!credential) throw new PermanentFailure('The user or the API key that started the import is no longer active.');
    const wanted = record.apps.flatMap((app) => [`${app}:read`, `${app}:write`]) as Scope[];
    const lost = wanted.find((scope) => !credential.scopes.has(scope));
    if (lost) throw new PermanentFailure(`The person who started the import no longer has the scope ${lost}.`);
    return credential;
  }
}

const isPermanent = ({ status }: ApiError): boolean => status < 500 && status !== 429;

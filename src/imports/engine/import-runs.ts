import { Injectable } from '@nestjs/common';
import {
  ApiError,
  IMPORT_WORK,
  type ImportKey,
  type ImportKind,
  InjectStore,
  type Lease,
  LeasedWork,
  PermanentFailure,
  Postponed,
  type ResourceStore,
  Notices,
} from '../../platform/index.js';
import { FileStyle, styleGiven } from './file-style.js';
import { ImportEngine, ImportServices, PORTION } from './import-engine.js';
import { Import } from './import.entity.js';
import { imports } from './import.resource.js';
import type { PlacedProblem, Progress } from './import.repository.js';
import { IMPORT, ImportsService } from './imports.service.js';
import { People } from './people.js';
import { kindsOf, type Plan } from './plan.js';
import type { PortionResult } from './portion.js';
import { progressOf, type ReadableFile } from './run.js';
import { together } from './shown.js';
import { rowsOf } from './source-file.js';
import { UnreadableFile } from './unreadable-file.js';

/** Rows that a check reads before it looks whether it still has the lease. */
const CHECK_ROWS = 20_000;
const MAX_ROWS = 2_000_000;

/** Checks, reads and undoes imports of files. */
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
export class ImportRuns extends ImportEngine<Import> {
  constructor(
    services: ImportServices,
    @InjectStore(Import) private readonly imports: ResourceStore<Import>,
    private readonly service: ImportsService,
    private readonly notices: Notices,
  ) {
    super(services, { table: 'imports', task: 'imports.expire', plural: 'imports' });
  }

  protected async work(record: Import, lease: Lease): Promise<void> {
    const absent = this.service.absentKindOf(record);
    if (absent) throw new Postponed(`No loaded extension imports ${absent}.`);
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
    return this.engine.repository.forget(key);
  }

  async #end({ id }: Import, status: 'completed' | 'failed' | 'undone', error: string | null = null): Promise<void> {
    const ended = await this.service.end(await this.imports.get(id, { lock: true }), status, error);
    // Whoever asked for sample data watches it come.
    if (ended.sample) return;
    await this.notices.tell({
      kind: 'import',
      users: ended.created_by === null ? [] : [ended.created_by],
      record: { type: imports.type, id },
      source: `${id}:${ended.revision}`,
    });
  }

  async #read(record: Import, lease: Lease): Promise<void> {
    const plans = this.service.plansOf(record);
    if (record.row_count === null) await this.#check(record, plans, lease);
    const people = new People(this.engine.directory, await this.#invited(record), record.people);
    const { blobs, day_first, decimal_comma } = record.sources;
    const files = plans.map((plan, file): ReadableFile => ({
      plan,
      blob: blobs[file]!,
      locale: {
        zone: record.time_zone,
        dayFirst: day_first[file]!,
        decimalComma: decimal_comma?.[file] ?? false,
      },
    }));
    await this.read(this.runOf(record, lease, people, progressOf(record), kindsOf(plans)), files);
  }

  protected async keep(
    record: Import,
    progress: Progress,
    { problems, links, gone, counts }: PortionResult,
  ): Promise<void> {
    const { repository } = this.engine;
    await repository.addProblems(record, problems);
    if (record.dry_run) await repository.plan(record, links);
    else await repository.link(record.id, links, gone);
    progress.problem_count += problems.length;
    progress.counts = together(progress.counts, counts);
  }

  protected move(record: Import, progress: Progress): Promise<void> {
    return this.engine.repository.move(record, progress);
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
        for await (const { row } of rowsOf(
          await this.engine.jobs.blobStore.read(record.sources.blobs[index]!),
          plan.preset,
        )) {
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
    const { repository } = this.engine;
    record.problem_count += ambiguous.length;
    await lease.advance(async () => {
      await repository.checked(record);
      await repository.addProblems(record, ambiguous);
      await repository.move(record, progressOf(record));
    });
  }

  /** Sends the invitations that the request asks for, and answers the users who stand for people. */
  async #invited(record: Import): Promise<Record<string, string>> {
    const { people } = record.options;
    const invited = Object.entries(people).filter(([, user]) => user === 'invite');
    if (record.dry_run || !invited.length) return people;
    const users = { ...people };
    for (const [person] of invited) {
      const [known] = await this.engine.directory.usersNamed([person.toLowerCase()], []);
      const invite = () => this.inTheirName(record, [], () => this.engine.directory.invite(person));
      try {
        users[person] = (known ?? (await this.engine.jobs.database.transaction(invite))).id;
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
    const people = new People(this.engine.directory, {}, record.people);
    const run = this.runOf(record, lease, people, progressOf(record), []);
    for (const kind of this.engine.kinds.inOrder.toReversed()) {
      while (await this.step(run, (progress) => this.#undoPortion(record, kind, progress)));
    }
  }

  /** False where nothing of the kind is left. */
  async #undoPortion(record: Import, kind: ImportKind<any>, progress: Progress): Promise<boolean> {
    const made = await this.engine.repository.made(record, kind.name, PORTION);
    if (!made.length) return false;
    const revisions = new Map(made.map(({ record_id, revision }) => [record_id, revision]));
    const kept = await this.inTheirName(record, [kind], async () => {
      const hidden = await kind.hidden([...revisions.keys()]);
      if (hidden.size)
        throw new PermanentFailure(`You may not read ${hidden.size} of the records that the import made, so it stays.`);
      const records = await kind.records([...revisions.keys()], { lock: true });
      const untouched = [...records.values()].filter(({ id, revision }) => revision === revisions.get(id));
      const madeRevisions = (ids: readonly string[]) => this.engine.repository.madeRevisions(record, kind.name, ids);
      const staying = await kind.remove(untouched, madeRevisions).catch((error: unknown) => {
        // A rule that refuses the removal refuses the next attempt, too. A rate limit does not.
        if (error instanceof ApiError && isPermanent(error)) throw new PermanentFailure(error.message);
        throw error;
      });
      const removed = new Set(untouched.filter((each) => !staying.includes(each)).map(({ id }) => id));
      return [...records.keys()].filter((id) => !removed.has(id));
    });
    const gone = [...revisions.keys()].filter((id) => !kept.includes(id));
    await this.engine.repository.unlink(record, kind.name, gone, kept);
    progress.undone_count += gone.length;
    progress.kept_count += kept.length;
    return true;
  }
}

const isPermanent = ({ status }: ApiError): boolean => status < 500 && status !== 429;

import { Injectable } from '@nestjs/common';
import {
  Blobs,
  Clock,
  currentContext,
  failure,
  forbidden,
  holderOf,
  ImportKinds,
  type ImportKind,
  InjectStore,
  type Page,
  type ReceivedFile,
  ResourceService,
  type ResourceStore,
  type Scope,
  UserDirectory,
  Works,
  WorkspaceCalendar,
} from '../../platform/index.js';
import { FilePreview } from './file-preview.js';
import { FileStyle, styleGiven } from './file-style.js';
import { formatsOf } from './formats.js';
import { type CreateFileImport, type ImportFormats, type ImportProblemQuery, ImportProblemView } from './import.dto.js';
import { type FileSources, Import, ImportProblem, type NotTaken } from './import.entity.js';
import { ImportRepository } from './import.repository.js';
import { imports } from './import.resource.js';
import {
  fieldNames,
  givenMapping,
  kindsOf,
  objectIn,
  type Plan,
  planOf,
  refuseMatches,
  refuseMissing,
  split,
} from './plan.js';
import { presetOf } from './preset-of.js';
import { columnsIn, hasRows } from './source-file.js';
import { givenPeople, People } from './people.js';
import { mappingOf, namesOf, withoutPersonalData } from './shown.js';

/** The kind of its work, in the backlog too. */
export const IMPORT = 'import_of_files';

const DAY_SECONDS = 86_400;
/** Seconds for which an import that has ended is kept. */
const KNOWN_SECONDS = 30 * DAY_SECONDS;
/** Seconds for which sample data is known as such and can be removed. */
const SAMPLE_SECONDS = 365 * DAY_SECONDS;
/** Seconds for which an import can be undone, and the files of a dry run are kept. */
const UNDO_SECONDS = 7 * DAY_SECONDS;

/** The files of an import, and how they are read. */
export type FilesToImport = Pick<
  CreateFileImport,
  'preset' | 'dry_run' | 'mapping' | 'match_by' | 'people' | 'time_zone' | 'date_order' | 'decimal_separator' | 'keep'
> & { files: readonly Pick<ReceivedFile, 'key' | 'name' | 'size_bytes'>[] };

/** Imports as requests see them: a request looks at the beginning of each file, a worker reads them (`ImportRuns`). */
@Injectable()
export class ImportsService extends ResourceService<Import> {
  constructor(
    @InjectStore(Import) store: ResourceStore<Import>,
    @InjectStore(ImportProblem) private readonly problems: ResourceStore<ImportProblem>,
    private readonly repository: ImportRepository,
    private readonly kinds: ImportKinds,
    private readonly blobs: Blobs,
    private readonly preview: FilePreview,
    private readonly directory: UserDirectory,
    private readonly works: Works,
    private readonly calendar: WorkspaceCalendar,
    private readonly clock: Clock,
  ) {
    super(store);
  }

  async begin(upload: FilesToImport, { sample = false } = {}): Promise<Import> {
    const { dry_run = false, match_by = [], date_order, decimal_separator } = upload;
    const { time_zone = (await this.calendar.here()).zone } = upload;
    const given = objectIn('mapping', upload.mapping);
    const files = await Promise.all(
      namesOf(upload.files).map(async (name, index) => {
        const { key, size_bytes } = upload.files[index]!;
        const { columns, format } = await this.preview.columns(key, name);
        const preset = presetOf(upload.preset, columns, format, this.kinds, name, given);
        return { name, key, size_bytes, columns: hasRows(format) ? columnsIn(preset) : columns, preset };
      }),
    );
    const mapping = givenMapping(given, files, this.kinds);
    const plans = files.map(({ preset, columns }) => planOf(preset, columns, mapping, this.kinds));
    if (upload.mapping) refuseMissing(plans);
    const people = await givenPeople(objectIn('people', upload.people), this.directory);
    refuseMatches(match_by, plans);
    const holder = this.#holder(kindsOf(plans));
    const style = styleGiven(date_order, decimal_separator);
    const looks = await Promise.all(
      files.map((file, index) =>
        this.preview.rows(file, plans[index]!, new FileStyle(plans[index]!, style), time_zone, index),
      ),
    );
    const sources: FileSources = {
      blobs: files.map(({ key }) => key),
      day_first: looks.map(({ style }) => style.dayFirst),
      fixed: date_order !== undefined,
      decimal_comma: looks.map(({ style }) => style.decimalComma),
      decimal_separator,
    };
    const found = new People(this.directory, people, []);
    await found.find(
      looks.flatMap(({ drafts }) => drafts),
      { counted: false },
    );
    upload.keep();
    const made = await this.store.create({
      dry_run,
      sample,
      match_by,
      time_zone,
      files: files.map(({ name, preset, size_bytes }) => ({
        name,
        preset: preset.id,
        size_bytes,
        row_count: null,
        fields: fieldNames(preset, this.kinds),
      })),
      sources,
      mapping: plans.flatMap((plan, index) =>
        mappingOf(plan, files[index]!.name, files[index]!.columns, looks[index]!.rows),
      ),
      not_taken: plans.flatMap(({ notTaken }, index) =>
        [...notTaken].map(([column, reason]): NotTaken => ({ file: files[index]!.name, column, reason, count: null })),
      ),
      preview: looks.flatMap(({ preview }) => preview),
      people: found.shown,
      apps: [...new Set(kindsOf(plans).map(({ store }) => store.resource.app!))],
      created_by: holder.user_id,
      credential: holder,
      options: { mapping, people },
    });
    for (const { key } of files) await this.blobs.claim(key);
    this.#wake(made);
    return made;
  }

  formats(): ImportFormats {
    return formatsOf(this.kinds);
  }

  problemsOf(record: Import, query: ImportProblemQuery): Promise<Page<ImportProblemView>> {
    return this.problems.page(query, ImportProblemView, { import_id: record.id });
  }

  /** A dry run becomes the real import. */
  async start(record: Import): Promise<Import> {
    await this.store.lock(record);
    if (!record.dry_run || record.status !== 'completed') throw failure(imports, 'notReady');
    const plans = this.kinds.inOrder.filter(({ name }) =>
      record.mapping.some(({ field }) => field?.startsWith(`${name}.`)),
    );
    const credential = this.#holder(plans);
    await this.repository.clear(record, { problems: true });
    const started = await this.store.transition(
      record,
      'pending',
      {
        dry_run: false,
        credential,
        counts: [],
        processed_count: 0,
        waiting_count: 0,
        problem_count: 0,
        file_index: 0,
        file_rows: 0,
        attempts: 0,
        lease_until: null,
        completed_at: null,
        expires_at: null,
      },
      { as: 'started' },
    );
    this.#wake(started);
    return started;
  }

  /** Ends an import. What it has done stays. */
  async cancel(record: Import): Promise<Import> {
    await this.store.lock(record);
    if (!imports.states![record.status]!.includes('cancelled')) throw failure(imports, 'ended');
    return this.end(record, 'cancelled');
  }

  /** Removes what an import made and nobody has changed since. */
  async undo(record: Import): Promise<Import> {
    await this.store.lock(record);
    const isOver = !record.undo_until || record.undo_until <= this.clock.iso();
    if (record.dry_run || isOver || !imports.states![record.status]!.includes('undoing'))
      throw failure(imports, 'notUndoable');
    const credential = this.#holder(
      this.kinds.inOrder.filter(({ name }) => record.counts.some(({ kind }) => kind === name)),
    );
    const anew = { credential, undo_started: true, error: null, attempts: 0, lease_until: null, expires_at: null };
    const undoing = await this.store.transition(record, 'undoing', anew, { as: 'undone' });
    this.#wake(undoing);
    return undoing;
  }

  /** Goes on where a failed import stopped. */
  async retry(id: string): Promise<void> {
    const record = await this.store.find(id, { lock: true });
    if (record?.status !== 'failed') return;
    const status = record.undo_started ? 'undoing' : 'pending';
    const anew = { error: null, expires_at: null, attempts: 0, lease_until: null };
    await this.store.transition(record, status, anew, { as: 'retried' });
  }

  /** The files are removed unless they may be needed again: after a failure, which can be retried, and for the import after a dry run. */
  async end(
    record: Import,
    status: 'completed' | 'failed' | 'cancelled' | 'undone',
    error: string | null = null,
  ): Promise<Import> {
    const keeps = status === 'failed' || (record.dry_run && status === 'completed');
    const isUndo = record.undo_started;
    const blobs = keeps ? record.sources.blobs : [];
    const staysSample = record.sample && status !== 'undone';
    if (!keeps) for (const key of record.sources.blobs) await this.blobs.release(key);
    if (!keeps) await this.repository.clear(record, { problems: false });
    return this.store.transition(
      record,
      status,
      {
        error,
        sources: { ...record.sources, blobs },
        ...(!keeps && withoutPersonalData(record, this.kinds)),
        completed_at: this.clock.iso(),
        undo_until: record.dry_run
          ? null
          : isUndo
            ? record.undo_until
            : this.clock.iso(staysSample ? SAMPLE_SECONDS : UNDO_SECONDS),
        expires_at: this.clock.iso(staysSample ? SAMPLE_SECONDS : record.dry_run ? UNDO_SECONDS : KNOWN_SECONDS),
      },
      { as: status },
    );
  }

  /** A kind of the import that is not here, because its extension is not loaded; null: all are. */
  absentKindOf({ mapping, counts }: Pick<Import, 'mapping' | 'counts'>): string | null {
    const names = [
      ...mapping.flatMap(({ field }) => (field ? split(field)[0] : [])),
      ...counts.map(({ kind }) => kind),
    ];
    return names.find((name) => !this.kinds.find(name)) ?? null;
  }

  /** Kinds that are not here, with the number of imports that wait for them, in all workspaces. */
  async absentKinds(): Promise<[kind: string, count: number][]> {
    const kinds = (await this.repository.open()).flatMap((record) => this.absentKindOf(record) ?? []);
    return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => [kind, length]);
  }

  /** How the files of an import are read. */
  plansOf(record: Import): Plan[] {
    return record.files.map(({ name, preset }) => {
      const columns = [
        ...record.mapping.flatMap(({ file, column }) => (file === name ? [column] : [])),
        ...record.not_taken.flatMap(({ file, column }) => (file === name ? [column] : [])),
      ];
      return planOf(
        presetOf(preset, columns, undefined, this.kinds, name),
        columns,
        record.options.mapping,
        this.kinds,
      );
    });
  }

  #wake({ id }: Import): void {
    this.works.wake(IMPORT, id);
  }

  /** The credential of the caller for the worker, with the scopes of these kinds. 403 where it lacks one. */
  #holder(kinds: readonly ImportKind<any>[]) {
    const { credential, restrictions } = currentContext();
    const scopes = new Set<Scope>();
    for (const { store } of kinds) {
      const { app, noun } = store.resource;
      for (const scope of [`${app!}:read`, `${app!}:write`] as const) {
        if (!credential!.scopes.has(scope)) throw forbidden(`Importing a ${noun} needs the scope ${scope}.`);
        scopes.add(scope);
      }
      const refusal = restrictions?.refusal(store.resource, 'read') ?? restrictions?.refusal(store.resource, 'write');
      if (refusal) throw refusal;
    }
    if (credential!.scopes.has('access:write')) scopes.add('access:write');
    // Whoever gives a role needs what it gives.
    if (scopes.has('access:read')) for (const scope of credential!.scopes) scopes.add(scope);
    return holderOf(credential!, scopes);
  }
}

import { type Detail, type ImportKind, type ImportKinds, isId, uniqueViolation } from '../../platform/index.js';
import { recordNamesIn } from '../convert/names.js';
import { type Draft, externalId, type Problem } from './drafts.js';
import type { KindCount } from './import.entity.js';
import type { ImportRepository, Link, PlacedProblem } from './import.repository.js';
import { fieldOf } from './plan.js';
import type { Reading } from './run.js';

/** Stands for a record that a dry run would have made, with its id in the other system or its place behind it. */
export const PLANNED = 'planned';

export const isPlanned = (id: unknown): id is string => typeof id === 'string' && id.startsWith(PLANNED);

export const plannedId = ({ external_id, file, line }: Draft): string =>
  `${PLANNED} ${external_id ?? `${file}:${line}`}`;

/** The result of a portion. */
export interface PortionResult {
  problems: PlacedProblem[];
  counts: KindCount[];
  links: Link[];
  /** Ids of deleted records, whose links may be replaced. */
  gone: string[];
  /** Drafts that name a record which is not there yet. */
  waiting: Draft[];
}

/** The state of a portion while it is written. */
export class Portion {
  readonly result: PortionResult = { problems: [], counts: [], links: [], gone: [], waiting: [] };
  /** Links to write, by kind and id in the other system. */
  readonly links = new Map<string, Link>();
  /** Ids here by kind and id in the other system. */
  readonly ids: Map<string, string>;
  /** Names (`keyOf`) of records that exist and that the person may not read. */
  readonly hidden = new Set<string>();
  /** Ids of records that have been deleted; their names may be given to others. */
  readonly #gone = new Set<string>();

  constructor(
    private readonly record: Reading,
    private readonly drafts: readonly Draft[],
    private readonly kinds: ImportKinds,
    private readonly named: ReadonlyMap<string, string>,
    readonly last: boolean,
  ) {
    this.ids = new Map(named);
  }

  /** Looks up all ids of other systems that the drafts name. */
  async lookUp(repository: ImportRepository): Promise<void> {
    const wanted = new Map<string, [kind: string, id: string]>();
    const want = (kind: string, id: string) => {
      const key = keyOf(kind, id);
      if (!this.ids.has(key)) wanted.set(key, [kind, id]);
    };
    for (const { kind, system, external_id, aliases, same, values } of this.drafts) {
      for (const id of [...same, ...aliases]) want(kind, id);
      if (external_id !== null) want(kind, external_id);
      for (const [name, value] of Object.entries(values))
        for (const { record } of recordNamesIn(value))
          want(fieldOf(this.kinds.get(kind), name)!.kind!, externalId(system, record));
    }
    const pairs = [...wanted.values()];
    const matched = this.record.dry_run
      ? this.drafts.flatMap((draft) =>
          this.ownKeys(this.kinds.get(draft.kind), draft).map((key) => [draft.kind, key.slice(draft.kind.length + 1)]),
        )
      : [];
    const [kinds, ids] = [pairs.map(([kind]) => kind), pairs.map(([, id]) => id)];
    for (const { kind, external_id, record_id } of await repository.links(kinds, ids))
      this.ids.set(keyOf(kind, external_id), record_id);
    for (const [kind, names] of Map.groupBy(
      pairs.filter(([kind, id]) => !this.ids.has(keyOf(kind, id))),
      ([kind]) => kind,
    )) {
      const own = await this.kinds.get(kind).withExternalIds(names.flatMap(([, id]) => [id, ownId(id)]));
      for (const [, id] of names) {
        const record = own.get(id) ?? own.get(ownId(id));
        if (record) this.ids.set(keyOf(kind, id), record.id);
      }
    }
    await this.#forgetMissing();
    if (!this.record.dry_run) return;
    for (const { kind, external_id, record_id } of await repository.planned(
      this.record,
      [...kinds, ...matched.map(([kind]) => kind!)],
      [...ids, ...matched.map(([, id]) => id!)],
    )) {
      const key = keyOf(kind, external_id);
      if (!this.ids.has(key)) this.ids.set(key, record_id);
    }
  }

  /** Fields by which the record of a draft is found. */
  matchFields({ name }: ImportKind<any>, { match }: Draft): string[] {
    const wanted = this.record.match_by.flatMap((path) =>
      path.startsWith(`${name}.`) ? path.slice(name.length + 1) : [],
    );
    return [...new Set([...wanted, ...(match ? [match] : [])])];
  }

  /** Names of a draft by the fields that find its record. */
  matchKeys(kind: ImportKind<any>, draft: Draft): string[] {
    return this.matchFields(kind, draft).flatMap((field) => this.keyBy(kind, draft, field) ?? []);
  }

  /** Names of a draft by all fields that tell it from others. */
  ownKeys(kind: ImportKind<any>, draft: Draft): string[] {
    const fields = new Set([...this.matchFields(kind, draft), ...Object.keys(kind.distinct)]);
    return [...fields].flatMap((field) => this.keyBy(kind, draft, field) ?? []);
  }

  /** Name of a draft by one of its fields. */
  keyBy({ name, within }: ImportKind<any>, draft: Draft, field: string): string | null {
    const value = valueBy(draft, field);
    const place = within ? recordNamesIn(draft.values[within]).map(({ record }) => record) : [];
    return value === null ? null : keyOf(name, `${field}=${[...place, value].join('/')}`);
  }

  /** Remembers in a dry run the record of a draft, for later rows with the same values. */
  plan(kind: ImportKind<any>, draft: Draft, record_id: string): void {
    if (draft.external_id) this.link(draft, record_id, 0, false);
    for (const key of this.ownKeys(kind, draft)) {
      if (this.ids.has(key)) continue;
      this.ids.set(key, record_id);
      const external_id = key.slice(kind.name.length + 1);
      this.links.set(key, { kind: kind.name, external_id, record_id, revision: 0, made: false, own: false });
    }
  }

  /** The id here of a record that a draft names: by its id here, or by that in the other system. */
  find(name: string, system: string, text: string): string | undefined {
    return this.ids.get(keyOf(name, text)) ?? this.ids.get(keyOf(name, externalId(system, text)));
  }

  /** Forgets links to records that have been deleted since, or that the person may not read; knows those that are named by their id here. */
  async #forgetMissing(): Promise<void> {
    const named = new Map<string, Map<string, string>>();
    for (const { kind, system, values } of this.drafts)
      for (const [name, value] of Object.entries(values).flatMap(([name, value]) =>
        recordNamesIn(value).map((each) => [name, each] as const),
      )) {
        const target = fieldOf(this.kinds.get(kind), name)!.kind!;
        const isOwn = isId(this.kinds.get(target).store.resource.idPrefix, value.record);
        const text = isOwn ? value.record : externalId(system, value.record);
        const id = isOwn ? text : this.ids.get(keyOf(target, text));
        if (id === undefined || isPlanned(id) || this.named.has(keyOf(target, text))) continue;
        const ids = named.get(target) ?? new Map<string, string>();
        named.set(target, ids.set(text, id));
      }
    for (const [kind, ids] of named) {
      const found = await this.kinds.get(kind).records([...ids.values()]);
      for (const [text, id] of ids) {
        if (found.has(id)) this.ids.set(keyOf(kind, text), id);
      }
      await this.forget(
        kind,
        [...ids].filter(([, id]) => !found.has(id)),
      );
    }
  }

  /** Forgets names of records that have not been found: they are hidden from the person, or have been deleted. */
  async forget(kind: string, missing: readonly (readonly [name: string, id: string])[]): Promise<void> {
    const hidden = await this.kinds.get(kind).hidden(missing.map(([, id]) => id));
    for (const [name, id] of missing) {
      this.ids.delete(keyOf(kind, name));
      if (hidden.has(id)) this.hidden.add(keyOf(kind, name));
      else this.#gone.add(id);
    }
  }

  /** Refuses a draft whose id names a record that the person may not read. */
  isHidden(draft: Draft): boolean {
    const name = [draft.external_id ?? [], draft.same].flat().find((id) => this.hidden.has(keyOf(draft.kind, id)));
    if (name === undefined) return false;
    const message = `${name} names a ${draft.kind.replace('_', ' ')} that you may not read.`;
    this.tell(draft, [{ level: 'error', field: 'external_id', code: 'duplicate', message }]);
    this.count(draft.kind).failed++;
    return true;
  }

  /** Outcome of the portion. */
  end(): PortionResult {
    return Object.assign(this.result, { links: [...this.links.values()], gone: [...this.#gone] });
  }

  tell({ file, line, kind }: Draft, problems: readonly Problem[]): void {
    const { name } = this.record.files[file]!;
    this.result.problems.push(...problems.map((problem) => ({ ...problem, file: name, line, kind })));
  }

  refuse(draft: Draft, error: unknown): void {
    const details = refusalsOf(error);
    this.tell(
      draft,
      details.map(({ field, code, message }) => ({ level: 'error', field: field || null, code, message })),
    );
    this.count(draft.kind).failed++;
  }

  count(kind: string): KindCount {
    let count = this.result.counts.find((each) => each.kind === kind);
    if (!count) this.result.counts.push((count = { kind, created: 0, updated: 0, skipped: 0, failed: 0 }));
    return count;
  }

  link(
    { kind, external_id, aliases, same, file, line }: Draft,
    record_id: string,
    revision: number,
    made: boolean,
  ): void {
    // A record without an id of its own is linked by its place, for the undo alone.
    const own = external_id ?? (made ? `${this.record.id}/${file}:${line}` : null);
    if (own === null) return;
    const links: Link[] = [{ kind, external_id: own, record_id, revision, made, own: true }];
    for (const alias of [...aliases, ...same])
      if (alias !== own) links.push({ kind, external_id: alias, record_id, revision, made: false, own: false });
    for (const link of links) {
      const key = keyOf(kind, link.external_id);
      // A name stays with the record that had it first.
      if (!link.own && (this.hidden.has(key) || (this.ids.get(key) ?? record_id) !== record_id)) continue;
      this.ids.set(key, record_id);
      this.links.set(key, { ...link, made: link.made || (this.links.get(key)?.made ?? false) });
    }
  }
}

/** The name of a record for maps: its kind with its id in the other system. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

/** The value by which a field finds records, in lower case; of `external_id` as the file has it. Null without one. */
export function valueBy({ values, external_id, system }: Draft, field: string): string | null {
  const value = values[field];
  if (field !== 'external_id') return typeof value === 'string' ? value.toLowerCase() : null;
  if (typeof value === 'string') return value;
  return external_id?.startsWith(`${system}:`) ? external_id.slice(system.length + 1) : external_id;
}

/** An id of another system as records keep it: an id of a file without a system is that of its sender. */
export const ownId = (id: string): string => id.replace(/^file:/, '');

/** Why an item was refused, as details; anything else that was thrown goes on. */
export function refusalsOf(error: unknown): Detail[] {
  const { status, details, message } = (uniqueViolation(error) ?? error) as {
    status?: number;
    details?: Detail[];
    message: string;
  };
  if (status === undefined || status >= 500) throw error;
  return details?.length ? details : [{ field: '', code: 'invalid_value', message }];
}

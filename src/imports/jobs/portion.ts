import { type Detail, type ImportKinds, isId, uniqueViolation } from '../../platform/index.js';
import { recordNamesIn } from '../convert.js';
import { type Draft, externalId, type Problem } from './drafts.js';
import type { Import, KindCount } from './import.entity.js';
import type { ImportRepository, Link, PlacedProblem } from './import.repository.js';
import { fieldOf } from './plan.js';

/** Stands for a record that a dry run would have made. */
export const PLANNED = 'planned';

/** The result of a portion. */
export interface PortionResult {
  problems: PlacedProblem[];
  counts: KindCount[];
  links: Link[];
  /** Drafts that name a record which is not there yet. */
  waiting: Draft[];
}

/** The state of a portion while it is written. */
export class Portion {
  readonly result: PortionResult = { problems: [], counts: [], links: [], waiting: [] };
  /** Links to write, by kind and id in the other system. */
  readonly links = new Map<string, Link>();
  /** Ids here by kind and id in the other system. */
  readonly ids: Map<string, string>;

  constructor(
    private readonly record: Import,
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
    for (const { kind, system, external_id, same, values } of this.drafts) {
      for (const id of same) want(kind, id);
      if (external_id !== null) want(kind, external_id);
      for (const [name, value] of Object.entries(values))
        for (const { record } of recordNamesIn(value))
          want(fieldOf(this.kinds.get(kind), name)!.kind!, externalId(system, record));
    }
    const pairs = [...wanted.values()];
    const [kinds, ids] = [pairs.map(([kind]) => kind), pairs.map(([, id]) => id)];
    for (const { kind, external_id, record_id } of await repository.links(kinds, ids))
      this.ids.set(keyOf(kind, external_id), record_id);
    await this.#forgetMissing();
    if (!this.record.dry_run) return;
    for (const { kind, external_id } of await repository.planned(this.record, kinds, ids)) {
      const key = keyOf(kind, external_id);
      if (!this.ids.has(key)) this.ids.set(key, PLANNED);
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
        if (id === undefined || id === PLANNED || this.named.has(keyOf(target, text))) continue;
        const ids = named.get(target) ?? new Map<string, string>();
        named.set(target, ids.set(text, id));
      }
    for (const [kind, ids] of named) {
      const found = await this.kinds.get(kind).records([...ids.values()]);
      for (const [text, id] of ids) {
        if (found.has(id)) this.ids.set(keyOf(kind, text), id);
        else this.ids.delete(keyOf(kind, text));
      }
    }
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
    const links = [{ kind, external_id: own, record_id, revision, made }];
    for (const alias of [...aliases, ...same])
      if (alias !== own) links.push({ kind, external_id: alias, record_id, revision, made: false });
    for (const link of links) {
      const key = keyOf(kind, link.external_id);
      this.ids.set(key, record_id);
      this.links.set(key, { ...link, made: link.made || (this.links.get(key)?.made ?? false) });
    }
  }
}

/** The name of a record for maps: its kind with its id in the other system. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

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

import {
  type PolicyRecord,
  currentContext,
  Database,
  type ImportField,
  type ImportItem,
  type ImportKind,
  ImportKinds,
  type ImportValues,
  type RecordEntity,
} from '../../platform/index.js';
import { isPerson, recordNamesIn } from '../convert/names.js';
import type { Draft } from './drafts.js';
import type { Import } from './import.entity.js';
import type { ImportRepository } from './import.repository.js';
import type { People } from './people.js';
import { fieldOf } from './plan.js';
import { keyOf, ownId, PLANNED, Portion, type PortionResult, refusalsOf } from './portion.js';

/** Records that rows only name and that are known, kept in memory. */
const MAX_NAMED = 20_000;

/** A record that is there already. */
type KnownRecord = RecordEntity & PolicyRecord & Record<string, unknown>;

/** A draft whose people and records are known. */
interface Ready {
  draft: Draft;
  values: ImportValues;
}

/**
 * Writes the drafts of a portion, kinds in the order of what they name. It runs in the transaction of the portion and in the
 * context of the person who started the import.
 */
export class PortionWriter {
  /** Ids of named records that are known since a portion that has committed. */
  readonly #named = new Map<string, string>();

  constructor(
    private readonly record: Import,
    private readonly kinds: ImportKinds,
    private readonly repository: ImportRepository,
    private readonly people: People,
    private readonly database: Database,
  ) {}

  /** `last`: what is not there now will not come. `counted`: the people that the drafts name have not been counted yet. */
  async write(
    drafts: readonly Draft[],
    { last, counted }: { last: boolean; counted: boolean },
  ): Promise<PortionResult> {
    const portion = new Portion(this.record, drafts, this.kinds, this.#named, last);
    await this.people.find(drafts, { counted });
    await portion.lookUp(this.repository);
    for (const kind of this.kinds.inOrder) {
      let rest = drafts.filter((draft) => draft.kind === kind.name);
      while (rest.length) {
        const ready: Ready[] = [];
        const later: Draft[] = [];
        const keys = new Set<string>();
        for (const draft of rest) {
          const key = draft.external_id === null ? null : keyOf(kind.name, draft.external_id);
          const known = key === null ? undefined : portion.ids.get(key);
          if ((draft.named && known !== undefined) || portion.isHidden(draft)) continue;
          // Two drafts about one record follow each other, so that the later one finds it.
          const own = [...(key === null ? [] : [key]), ...portion.matchKeys(kind, draft)];
          if (own.some((each) => keys.has(each))) later.push(draft);
          else {
            const resolved = this.#resolve(kind, draft, portion);
            if (resolved === 'later') later.push(draft);
            else if (resolved) {
              ready.push({ draft, values: resolved });
              for (const each of own) keys.add(each);
            }
          }
        }
        rest = [...(await this.#writeReady(kind, ready, portion)), ...later];
        if (!ready.length) break;
      }
      portion.result.waiting.push(...rest);
    }
    return portion.end();
  }

  /** To be called once the portion has been committed. */
  committed(result: PortionResult, drafts: readonly Draft[]): void {
    const named = new Set(drafts.flatMap(({ named, kind, external_id }) => (named ? keyOf(kind, external_id!) : [])));
    if (this.#named.size > MAX_NAMED) this.#named.clear();
    for (const { kind, external_id, record_id } of result.links) {
      const key = keyOf(kind, external_id);
      if (named.has(key)) this.#named.set(key, record_id);
    }
  }

  /** The values with ids of this workspace. Null: the draft is refused. */
  #resolve(kind: ImportKind<any>, draft: Draft, portion: Portion): ImportValues | 'later' | null {
    const values: ImportValues = {};
    const problems = [...draft.problems];
    for (const [name, value] of Object.entries(draft.values)) {
      const field = fieldOf(kind, name)!;
      const level = isRequired(field, draft) ? 'error' : 'warning';
      if (isPerson(value)) {
        const user = this.people.get(value.person) ?? (this.people.isInvited(value.person) ? PLANNED : null);
        if (user) values[name] = user;
        else
          problems.push({
            level,
            field: name,
            code: 'not_found',
            message: `There is no user ${value.person}. Name one in people.`,
          });
      } else if (field.type === 'record' || field.type === 'records') {
        const ids: string[] = [];
        for (const { record } of recordNamesIn(value)) {
          const id = portion.find(field.kind!, draft.system, record);
          if (id !== undefined) ids.push(id);
          else if (!portion.last) return 'later';
          else {
            const message = `There is no ${field.kind!.replace('_', ' ')} ${record}.`;
            problems.push({ level, field: name, code: 'not_found', message });
          }
        }
        if (field.type === 'records') values[name] = ids;
        else if (ids.length) values[name] = ids[0];
      } else values[name] = value;
    }
    const refused = new Set(problems.flatMap(({ field, level }) => (level === 'error' ? (field ?? []) : [])));
    for (const [name, field] of Object.entries(kind.fields))
      if (isRequired(field, draft) && values[name] === undefined && !refused.has(name))
        problems.push({ level: 'error', field: name, code: 'required', message: `${name} is required.` });
    portion.tell(draft, problems);
    if (!problems.some(({ level }) => level === 'error')) return values;
    portion.count(draft.kind).failed++;
    return null;
  }

  /** Answers drafts about a record that another one of these is about. */
  async #writeReady(kind: ImportKind<any>, ready: readonly Ready[], portion: Portion): Promise<Draft[]> {
    if (!ready.length) return [];
    const taken = new Set<string>();
    const later: Draft[] = [];
    const known = await this.#known(kind, ready, portion);
    const items: (ImportItem<any> & { draft: Draft })[] = [];
    for (const { draft, values } of ready) {
      const found = known.get(draft);
      if (found === 'refused') continue;
      const record = typeof found === 'object' ? found : null;
      if (record && taken.has(record.id)) {
        later.push(draft);
        continue;
      }
      if (record) taken.add(record.id);
      if (draft.named && record) {
        portion.link(draft, record.id, record.revision, false);
        continue;
      }
      try {
        await kind.store.refuse('write', [record ?? { ...values, id: '' }]);
        const checked = kind.check(this.record.dry_run ? withoutPlanned(values) : values, record);
        if (this.record.dry_run) {
          const count = portion.count(draft.kind);
          if (record || found === PLANNED) count.updated++;
          else count.created++;
          if (draft.external_id) portion.link(draft, record?.id ?? PLANNED, 0, false);
          if (!record) portion.planMatches(kind, draft);
        } else
          items.push({
            draft,
            values: checked,
            known: record,
            external_id: draft.external_id && ownId(draft.external_id),
          });
      } catch (error) {
        portion.refuse(draft, error);
      }
    }
    if (items.length) await this.#writeItems(kind, items, portion);
    return later;
  }

  /** All at once or, where one of them is refused, each by itself. */
  async #writeItems(
    kind: ImportKind<any>,
    items: readonly (ImportItem<any> & { draft: Draft })[],
    portion: Portion,
  ): Promise<void> {
    const unit = currentContext().unitOfWork!;
    const write = async (some: readonly (ImportItem<any> & { draft: Draft })[]) => {
      await unit.savepoint();
      const outcomes = await kind.write(some);
      await unit.releaseSavepoint();
      for (const [index, { draft }] of some.entries()) {
        const { record, result, warnings = [] } = outcomes[index]!;
        portion.tell(
          draft,
          warnings.map((warning) => ({ level: 'warning', ...warning })),
        );
        portion.count(draft.kind)[result]++;
        portion.link(draft, record.id, record.revision, result === 'created');
      }
    };
    try {
      await write(items);
    } catch (error) {
      refusalsOf(error);
      await unit.rollbackToSavepoint();
      if (items.length === 1) return portion.refuse(items[0]!.draft, error);
      for (const item of items) {
        try {
          await write([item]);
        } catch (own) {
          refusalsOf(own);
          await unit.rollbackToSavepoint();
          portion.refuse(item.draft, own);
        }
      }
    }
  }

  /** The records that drafts are about: by the id in the other system, by what the records know of it, by `match_by`. */
  async #known(
    kind: ImportKind<any>,
    ready: readonly Ready[],
    portion: Portion,
  ): Promise<Map<Draft, KnownRecord | typeof PLANNED | 'refused'>> {
    const found = new Map<Draft, KnownRecord | typeof PLANNED | 'refused'>();
    const ids = new Map<Draft, string>();
    for (const { draft } of ready) {
      const names = [...(draft.external_id === null ? [] : [draft.external_id]), ...draft.same];
      const id = names.map((name) => portion.ids.get(keyOf(kind.name, name))).find((known) => known !== undefined);
      if (id === PLANNED) found.set(draft, PLANNED);
      else if (id !== undefined) ids.set(draft, id);
      else if (portion.matchKeys(kind, draft).some((key) => portion.ids.get(key) === PLANNED))
        found.set(draft, PLANNED);
    }
    const records = await kind.records([...ids.values()], { lock: !this.record.dry_run });
    const missing: [name: string, id: string][] = [];
    for (const [draft, id] of ids) {
      if (records.has(id)) found.set(draft, records.get(id) as KnownRecord);
      else
        for (const name of [draft.external_id ?? [], draft.same].flat())
          if (portion.ids.get(keyOf(kind.name, name)) === id) missing.push([name, id]);
    }
    await portion.forget(kind.name, missing);
    for (const draft of ids.keys()) if (!found.has(draft) && portion.isHidden(draft)) found.set(draft, 'refused');

    const unknown = () => ready.filter(({ draft }) => !found.has(draft));
    const wanted = this.record.match_by.flatMap((path) =>
      path.startsWith(`${kind.name}.`) ? path.slice(kind.name.length + 1) : [],
    );
    const fields = new Set([...wanted, ...ready.flatMap(({ draft }) => draft.match ?? [])]);
    for (const field of fields) {
      const asking = unknown().filter(
        ({ draft, values }) => (wanted.includes(field) || draft.match === field) && typeof values[field] === 'string',
      );
      const texts = [...new Set(asking.map(({ values }) => (values[field] as string).toLowerCase()))];
      const places = kind.within
        ? [...new Set(asking.flatMap(({ values }) => (values[kind.within!] as string) ?? []))]
        : [];
      const matches = Map.groupBy<string, KnownRecord>(
        texts.length ? ((await kind.matches(field, texts, places)) as KnownRecord[]) : [],
        (record) => String(record[field]).toLowerCase(),
      );
      for (const { draft, values } of asking) {
        const same = (matches.get((values[field] as string).toLowerCase()) ?? []).filter(
          (record) => !kind.within || record[`${kind.within}_id`] === values[kind.within],
        );
        if (same.length === 1 || (same.length && draft.named)) found.set(draft, same[0]!);
        if (same.length < 2 || draft.named) continue;
        const message = `${same.length} records have this ${field}. Merge them first.`;
        portion.tell(draft, [{ level: 'error', field, code: 'duplicate', message }]);
        portion.count(draft.kind).failed++;
        found.set(draft, 'refused');
      }
    }
    return found;
  }
}

/** The values that are there before the real import. */
const withoutPlanned = (values: ImportValues): ImportValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== PLANNED)
      .map(([name, value]) => [name, Array.isArray(value) ? value.filter((item) => item !== PLANNED) : value]),
  );

const isRequired = ({ required, requiredUnless }: ImportField, { values }: Draft): boolean =>
  required === true || (requiredUnless !== undefined && values[requiredUnless] === undefined);

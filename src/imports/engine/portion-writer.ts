import {
  type PolicyRecord,
  currentContext,
  Database,
  type ImportField,
  type ImportItem,
  type ImportKind,
  ImportKinds,
  type ImportValues,
  isId,
  type RecordEntity,
} from '../../platform/index.js';
import { isPerson, recordNamesIn } from '../convert/names.js';
import type { Draft, Problem } from './drafts.js';
import type { ImportRepository } from './import.repository.js';
import type { People } from './people.js';
import { fieldOf } from './plan.js';
import {
  isPlanned,
  keyOf,
  ownId,
  PLANNED,
  plannedId,
  Portion,
  type PortionResult,
  refusalsOf,
  valueBy,
} from './portion.js';
import type { Reading } from './run.js';

/** Records that rows only name and that are known, kept in memory. */
const MAX_NAMED = 20_000;

/** Stands for the record of a draft that has been refused. */
const REFUSED = 'refused';

/** A record that is there already. */
type KnownRecord = RecordEntity & PolicyRecord & Record<string, unknown>;

/** A draft whose people and records are known. */
interface Ready {
  draft: Draft;
  values: ImportValues;
}

/** An item with its draft, and warnings about it. */
interface WrittenItem extends ImportItem<any> {
  draft: Draft;
  twins: readonly Problem[];
}

/** Records by field and value. */
type Holders = Map<string, Map<string, KnownRecord[]>>;

/**
 * Writes the drafts of a portion, kinds in the order of what they name. It runs in the transaction of the portion and in the
 * context of the person who started the import.
 */
export class PortionWriter {
  /** Ids of named records that are known since a portion that has committed. */
  readonly #named = new Map<string, string>();

  constructor(
    private readonly record: Reading,
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
          // Drafts about one record, or with a value that only one should have, follow each other in their order.
          const own = [...(key === null ? [] : [key]), ...portion.ownKeys(kind, draft)];
          const resolved = own.some((each) => keys.has(each)) ? 'later' : this.#resolve(kind, draft, portion);
          if (resolved === 'later') later.push(draft);
          else if (resolved) ready.push({ draft, values: resolved });
          if (resolved) for (const each of own) keys.add(each);
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
      const level = field.strict || isRequired(field, draft) ? 'error' : 'warning';
      if (isPerson(value)) {
        const user = this.people.get(value.person) ?? (this.people.isInvited(value.person) ? PLANNED : null);
        if (user) values[name] = user;
        else
          problems.push({
            level,
            field: name,
            code: 'not_found',
            message: isId('usr', value.person)
              ? `The user ${value.person} does not exist or is suspended.`
              : `There is no user ${value.person}. Name one in people.`,
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
    const holders = await this.#holders(kind, ready, portion);
    const items: WrittenItem[] = [];
    for (const { draft, values } of ready) {
      const found = known.get(draft);
      if (found === REFUSED) continue;
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
        const planned = typeof found === 'string' ? found : null;
        const twins = this.#twins(kind, draft, record?.id ?? planned, holders, portion);
        if (twins.some(({ level }) => level === 'error')) {
          portion.tell(draft, twins);
          portion.count(draft.kind).failed++;
          continue;
        }
        const subject = record ?? { ...values, id: '' };
        await kind.store.refuse('write', [subject], [{ before: record, after: null }]);
        const checked = kind.check(this.record.dry_run ? withoutPlanned(kind, values) : values, record);
        if (this.record.dry_run) {
          portion.tell(draft, twins);
          portion.count(draft.kind)[record || planned ? 'updated' : 'created']++;
          portion.plan(kind, draft, record?.id ?? planned ?? plannedId(draft));
        } else {
          const external_id = draft.external_id && ownId(draft.external_id);
          items.push({ draft, values: checked, known: record, external_id, twins });
        }
      } catch (error) {
        portion.refuse(draft, error);
      }
    }
    if (items.length) await this.#writeItems(kind, items, portion);
    return later;
  }

  /** All at once or, where one of them is refused, each by itself. */
  async #writeItems(kind: ImportKind<any>, items: readonly WrittenItem[], portion: Portion): Promise<void> {
    const unit = currentContext().unitOfWork!;
    const write = async (some: readonly WrittenItem[]) => {
      await unit.savepoint();
      const outcomes = await kind.write(some);
      await unit.releaseSavepoint();
      for (const [index, { draft, twins }] of some.entries()) {
        const { record, result, warnings = [] } = outcomes[index]!;
        portion.tell(draft, [...twins, ...warnings.map((warning) => ({ level: 'warning' as const, ...warning }))]);
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
  ): Promise<Map<Draft, KnownRecord | string>> {
    const found = new Map<Draft, KnownRecord | string>();
    const ids = new Map<Draft, string>();
    for (const { draft } of ready) {
      const names = [...(draft.external_id === null ? [] : [draft.external_id]), ...draft.same];
      const keys = [...names.map((name) => keyOf(kind.name, name)), ...portion.matchKeys(kind, draft)];
      const id = keys.map((key) => portion.ids.get(key)).find((known) => known !== undefined);
      if (isPlanned(id)) found.set(draft, id);
      else if (id !== undefined) ids.set(draft, id);
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
    for (const draft of ids.keys()) if (!found.has(draft) && portion.isHidden(draft)) found.set(draft, REFUSED);

    const unknown = () => ready.filter(({ draft }) => !found.has(draft));
    const fields = new Set(ready.flatMap(({ draft }) => portion.matchFields(kind, draft)));
    for (const field of fields) {
      const asking = unknown().filter(({ draft }) => portion.matchFields(kind, draft).includes(field));
      const matches = await this.#having(kind, field, asking);
      for (const { draft, values } of asking) {
        const same = (matches.get(valueBy(draft, field) ?? '') ?? []).filter(
          (record) => !kind.within || record[`${kind.within}_id`] === values[kind.within],
        );
        if (same.length === 1 || (same.length && draft.named)) found.set(draft, same[0]!);
        if (same.length < 2 || draft.named) continue;
        const message = `${same.length} records have this ${field}. Merge them first.`;
        portion.tell(draft, [{ level: 'error', field, code: 'duplicate', message }]);
        portion.count(draft.kind).failed++;
        found.set(draft, REFUSED);
      }
    }
    return found;
  }

  /** Records here whose field has the value of one of these drafts, by that value. */
  async #having(kind: ImportKind<any>, field: string, ready: readonly Ready[]): Promise<Map<string, KnownRecord[]>> {
    const texts = [...new Set(ready.flatMap(({ draft }) => valueBy(draft, field) ?? []))];
    if (!texts.length) return new Map();
    if (field === 'external_id') {
      const own = (await kind.withExternalIds(texts)) as Map<string, KnownRecord>;
      const ids = [...own.values()].map(({ id }) => id);
      const records = await kind.records(ids, { lock: !this.record.dry_run });
      return new Map([...own].map(([text, { id }]) => [text, [records.get(id) ?? []].flat()]));
    }
    const places = kind.within
      ? [...new Set(ready.flatMap(({ values }) => (values[kind.within!] as string) ?? []))]
      : [];
    const records = (await kind.matches(field, texts, places)) as KnownRecord[];
    return Map.groupBy(records, (record) => String(record[field]).toLowerCase());
  }

  /** Records here that have values which only one record should have, by field and value. */
  async #holders(kind: ImportKind<any>, ready: readonly Ready[], portion: Portion): Promise<Holders> {
    const holders: Holders = new Map();
    for (const field of Object.keys(kind.distinct)) {
      const asking = ready.filter(({ draft }) => !portion.matchFields(kind, draft).includes(field));
      holders.set(field, await this.#having(kind, field, asking));
    }
    return holders;
  }

  /** Problems of values that a record other than that of the draft (`own`, null for a new one) has already. */
  #twins(kind: ImportKind<any>, draft: Draft, own: string | null, holders: Holders, portion: Portion): Problem[] {
    return Object.entries(kind.distinct).flatMap(([field, level]): Problem[] => {
      const key = portion.keyBy(kind, draft, field);
      if (key === null || draft.named || portion.matchFields(kind, draft).includes(field)) return [];
      const ids = (holders.get(field)!.get(valueBy(draft, field)!) ?? []).map(({ id }) => id);
      const others = [...ids, portion.ids.get(key) ?? []].flat().filter((id) => id !== own);
      if (!others.length || (level === 'warning' && own !== null)) return [];
      const message =
        level === 'error'
          ? `Another ${kind.name} with this ${field} exists.`
          : `Another ${kind.name} has this ${field}, so there are two of them now. Import with match_by to update it instead.`;
      return [{ level, field, code: 'duplicate', message }];
    });
  }
}

/** The values that are there before the real import. */
const withoutPlanned = (kind: ImportKind<any>, values: ImportValues): ImportValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !(namesRecords(kind, name) && isPlanned(value)))
      .map(([name, value]) => [
        name,
        namesRecords(kind, name) && Array.isArray(value) ? value.filter((item) => !isPlanned(item)) : value,
      ]),
  );

const namesRecords = (kind: ImportKind<any>, name: string): boolean =>
  ['user', 'record', 'records'].includes(fieldOf(kind, name)!.type);

const isRequired = ({ required, requiredUnless }: ImportField, { values }: Draft): boolean =>
  required === true || (requiredUnless !== undefined && values[requiredUnless] === undefined);

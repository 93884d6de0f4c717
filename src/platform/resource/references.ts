import { currentContext } from '../context/request-context.js';
import type { Database, Row } from '../database/database.js';
import { conflict, type Detail, invalid } from '../errors/api-error.js';
import { fieldsOf, type OnDelete } from '../fields/field-spec.js';
import { hasReadScope, type Resource } from './define.js';
import type { Condition } from './list-of.js';
import type { RecordEntity } from './record.entity.js';
import type { ResourceStore } from './store.js';

/** A column that names a record, or a list of records, of a type. */
interface Reference {
  readonly field: string;
  readonly type: string;
  readonly many: boolean;
  readonly onDelete?: OnDelete;
}

interface Referrer {
  readonly store: ResourceStore<any>;
  readonly reference: Reference;
}

type Entity = abstract new (...args: any[]) => object;

/** Maximum number of referring records that the message about a refused deletion counts. */
const MAX_COUNTED = 1_000;
/** Maximum number of referring records that one deletion clears. */
const MAX_CLEARED = 5_000;

function referencesOf(entity: Entity): Reference[] {
  return [...fieldsOf(entity.prototype)].flatMap(([field, { reference, many = false }]) =>
    reference ? { field, many, ...reference } : [],
  );
}

/** References of the records of one store, and of others to them (D-EXT-6). */
export class References {
  readonly #own: readonly Reference[];
  #referrers: readonly Referrer[] | undefined;

  constructor(
    private readonly store: ResourceStore<any>,
    private readonly services: {
      database: Database;
      all: () => Iterable<ResourceStore<any>>;
      ofType: (type: string) => ResourceStore<any>;
    },
  ) {
    this.#own = referencesOf(store.entity);
  }

  /**
   * 400 unless the caller may read the records that these newly name; one statement for each table. References that stay may be
   * to records that are gone.
   */
  async check(records: readonly object[], before: readonly object[] = []): Promise<void> {
    if (!this.#own.length) return;
    const named = records.flatMap((record, index) =>
      this.#own.flatMap((reference) => added(reference, record, before[index])),
    );
    const problems: Detail[] = [];
    for (const [type, those] of Map.groupBy(named, ({ reference }) => reference.type)) {
      const store = this.services.ofType(type);
      const { noun, knownToAll } = store.resource;
      const found = await store.namedBy([...new Set(those.map(({ id }) => id))], ['id'], {
        unseen: knownToAll !== undefined,
        held: those.some(({ reference }) => reference.onDelete !== 'keep'),
      });
      const known = new Set(found.map(({ id }) => id));
      for (const { id, field } of those)
        if (!known.has(id)) problems.push({ field, code: 'not_found', message: `There is no ${noun} ${id}.` });
    }
    if (problems.length) throw invalid(problems);
  }

  /**
   * 409 if others refer to these records and refuse their deletion, also from the trash, because they could be restored.
   * Clears references once the records are removed for good, because a record in the trash could be restored.
   */
  async beforeRemoval(records: readonly RecordEntity[], hard: boolean): Promise<void> {
    const referrers = this.#following().filter(({ reference }) => hard || reference.onDelete === 'refuse');
    if (!referrers.length) return;
    const ids = records.map(({ id }) => id);
    // Waits for those who are naming the records just now, and lets later ones wait.
    await this.services.database.write(
      `select 1 from ${this.store.table} where workspace_id = $1 and id = any($2) order by id for update`,
      [currentContext().workspaceId, ids],
    );
    for (const { store, reference } of referrers) {
      const naming: Condition = [`${reference.field} ${reference.many ? '&& ?::text[]' : '= any(?)'}`, ids];
      if (reference.onDelete === 'refuse') await this.#refuse(store, naming);
      else await this.#clear(store, reference, naming, ids);
    }
  }

  async #refuse(store: ResourceStore<any>, naming: Condition): Promise<void> {
    if (!(await store.countUpTo(1, naming, { unseen: true }))) return;
    const { credential } = currentContext();
    const mayRead = !credential || hasReadScope(store.resource, credential);
    const count = mayRead ? await store.countUpTo(MAX_COUNTED + 1, naming, {}) : 0;
    // Others are not counted, because the caller may not know of them.
    const many = count > MAX_COUNTED ? `more than ${MAX_COUNTED}` : count || 'other';
    const [records, refer] = count === 1 ? ['record', 'refers'] : ['records', 'refer'];
    const { noun } = this.store.resource;
    const which = count ? ` (${store.resource.type})` : '';
    throw conflict(`The ${noun} cannot be deleted, because ${many} ${records}${which} ${refer} to it.`);
  }

  async #clear(store: ResourceStore<any>, { field, many }: Reference, naming: Condition, ids: string[]): Promise<void> {
    if ((await store.countUpTo(MAX_CLEARED + 1, naming, { unseen: true })) > MAX_CLEARED)
      throw conflict(
        `The ${this.store.resource.noun} cannot be deleted, because more than ${MAX_CLEARED} records refer to it. Change some of them first.`,
      );
    const found: Row[] = await store.findAll(naming, { deleted: true, lock: true, unseen: true });
    const rest = (record: Row) => (many ? record[field].filter((id: string) => !ids.includes(id)) : null);
    await store.follow(found.map((record) => [record, { [field]: rest(record) }]));
  }

  /** References to records of this store that a deletion must follow. */
  #following(): readonly Referrer[] {
    const { type } = this.store.resource;
    return (this.#referrers ??= [...this.services.all()].flatMap((store) =>
      referencesOf(store.entity).flatMap((reference) =>
        reference.type === type && (reference.onDelete === 'refuse' || reference.onDelete === 'clear')
          ? { store, reference }
          : [],
      ),
    ));
  }
}

/** The ids that a record newly names, with the field of each. */
function added(reference: Reference, record: object, before: object | undefined) {
  const { field, many } = reference;
  const value = (record as Row)[field] as string | string[] | null | undefined;
  const earlier = [(before as Row | undefined)?.[field] ?? []].flat() as string[];
  return [value ?? []]
    .flat()
    .map((id, index) => ({ reference, id, field: many ? `${field}[${index}]` : field }))
    .filter(({ id }) => !earlier.includes(id));
}

/** Startup check: throws if a reference leads nowhere, or cannot be cleared; the message says how to fix it. */
export function checkReferences(
  { type: own }: Resource,
  entity: Entity,
  ofType: (type: string) => { resource: Resource } | undefined,
): void {
  const fields = fieldsOf(entity.prototype);
  for (const { field, type, many, onDelete } of referencesOf(entity)) {
    const { nullable, schema } = fields.get(field)!;
    const target = ofType(type)?.resource;
    if (!target)
      throw new Error(
        `${own}: ${entity.name}.${field} refers to ${type}, which nobody declares: correct the type, or load the extension that declares it.`,
      );
    const { idPrefix } = target;
    const { items = schema } = schema as Row;
    if (items['x-id-prefix'] !== idPrefix)
      throw new Error(
        `${own}: ${entity.name}.${field} refers to ${type}, whose ids begin with ${idPrefix}_: ` +
          `write ${many ? `idPrefix: '${idPrefix}'` : `@Id('${idPrefix}', { of: … })`}.`,
      );
    if (onDelete === 'clear' && !nullable && !many)
      throw new Error(
        `${own}: a deletion clears ${entity.name}.${field}, which cannot be null: write nullable: true, or another onDelete.`,
      );
  }
}

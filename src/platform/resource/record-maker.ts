import { isDeepStrictEqual } from 'node:util';
import type { EntityMetadata } from 'typeorm';
import { changesBetween, type Shown } from '../audit/audit.js';
import type { Changes } from '../audit/audit-entry.js';
import { currentContext } from '../context/request-context.js';
import type { Clock } from '../database/clock.js';
import type { Row } from '../database/database.js';
import { defaultsOf, fieldsOf } from '../fields/field-spec.js';
import { newId } from '../fields/ids.js';
import type { Resource } from './define.js';
import type { RecordEntity } from './record.entity.js';

/** Fields that services may set; the others are maintained by the store. */
export type Input<T> = Partial<Omit<T, keyof RecordEntity>>;

/** A record after a change. */
interface Changed<T> {
  after: T;
  /** Changed fields, and those of them that are reported: without derived ones. */
  differing: string[];
  told: string[];
  /** The columns to write. */
  columns: string[];
  /** For the audit trail. */
  changes: Changes;
}

/** Builds records: from input and defaults, from a change, and their column values. */
export class RecordMaker<T extends RecordEntity> {
  /** The columns of a new record. */
  readonly columns: readonly string[];
  readonly #json: Set<string>;
  readonly #stamped: boolean;
  /** Redaction of each field in the audit trail. */
  readonly #shown: Record<string, Shown>;
  /** Derived fields, which get no audit entry. */
  readonly #derived: Set<string>;
  /** The fields of a new record that the input leaves out. */
  readonly defaults: Readonly<Row>;
  /** Defaults by value; arrays and objects separately as JSON, because each record needs its own copy. */
  readonly #plainDefaults: Row;
  readonly #otherDefaults: (readonly [name: string, json: string])[];

  constructor(
    private readonly resource: Resource,
    metadata: EntityMetadata,
    private readonly clock: Clock,
  ) {
    const fields = [...fieldsOf((metadata.target as Function).prototype)];
    this.#shown = Object.fromEntries(fields.map(([name, { audit }]) => [name, audit]));
    this.#derived = new Set(fields.filter(([, { derived }]) => derived).map(([name]) => name));
    this.defaults = defaultsOf(metadata.target as new () => T) as Row;
    const defaults = Object.entries(this.defaults);
    const isPlain = (value: unknown) => typeof value !== 'object' || value === null;
    this.#plainDefaults = Object.fromEntries(defaults.filter(([, value]) => isPlain(value)));
    this.#otherDefaults = defaults.flatMap(([name, value]) => (isPlain(value) ? [] : [[name, JSON.stringify(value)]]));
    this.columns = metadata.columns
      .filter(({ generatedType }) => generatedType === undefined)
      .map(({ databaseName }) => databaseName);
    this.#json = new Set(metadata.columns.filter(({ type }) => type === 'jsonb').map((column) => column.databaseName));
    this.#stamped = this.columns.includes('updated_by');
  }

  /** A new record from the input. Default owner: the caller. */
  made(input: Input<T>, id = newId(this.resource.idPrefix)): T {
    const { workspaceId, credential } = currentContext();
    const { owner } = this.resource;
    const now = this.clock.iso();
    return {
      ...this.#blank(),
      ...defined(input),
      ...(owner && (input as Row)[owner] === undefined && { [owner]: credential?.user_id }),
      ...this.#stamp(),
      workspace_id: workspaceId,
      id,
      created_at: now,
      updated_at: now,
      revision: 1,
    } as unknown as T;
  }

  /** The defaults of a singleton record that is not stored yet. */
  unset(): T {
    const { workspaceId } = currentContext();
    const own = { workspace_id: workspaceId, id: '', created_at: null, updated_at: null, revision: 0 };
    return { ...this.#blank(), ...own } as unknown as T;
  }

  /** A record after a change; null if nothing differs, unless `anyway`. */
  changed(record: T, input: Input<T>, anyway = false): Changed<T> | null {
    const before = record as unknown as Row;
    const wanted = defined(input) as Row;
    const differing = Object.keys(wanted).filter((field) => !isDeepStrictEqual(wanted[field], before[field]));
    if (!differing.length && !anyway) return null;
    const stamp = this.#stamp();
    const own = { updated_at: this.clock.iso(), revision: record.revision + 1 };
    const after = { ...before, ...wanted, ...stamp, ...own };
    const told = differing.filter((field) => !this.#derived.has(field));
    return {
      after: after as unknown as T,
      differing,
      told,
      columns: [...differing, ...Object.keys(stamp), ...Object.keys(own)],
      changes: changesBetween(before, after, told, this.#shown),
    };
  }

  /** For the audit entry of a removal: the last name, if such records are searched by name. */
  lastName(record: object): Changes | null {
    const name = this.resource.searchable?.find((column) => column === 'title' || column === 'name');
    return name === undefined ? null : changesBetween(record as Row, { [name]: null }, [name], this.#shown);
  }

  /** The values of a record for these columns. */
  stored(columns: readonly string[], record: object): unknown[] {
    return columns.map((column) => {
      const value = (record as Row)[column];
      return this.#json.has(column) && value !== null && value !== undefined ? JSON.stringify(value) : value;
    });
  }

  #blank(): Row {
    const blank = { ...this.#plainDefaults };
    for (const [name, json] of this.#otherDefaults) blank[name] = JSON.parse(json);
    return blank;
  }

  /** `updated_by`, for resources that have it. */
  #stamp(): Row {
    return this.#stamped ? { updated_by: currentContext().credential?.user_id ?? null } : {};
  }
}

const defined = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

import { auditValues } from '../audit/audit.js';
import { AUDIT_COLUMNS, type Changes } from '../audit/audit-entry.js';
import { currentContext } from '../context/request-context.js';
import type { WrittenChange } from '../context/written-changes.js';
import { newId } from '../fields/ids.js';
import type { Companion, RecordChange } from '../database/unit-of-work.js';
import type { RecordEntity } from './record.entity.js';
import { payloadText } from '../events/catalogue.js';
import { batchedStatement, OUTBOX_COLUMNS, singleStatement, type Statement, textOf } from './change-statement.js';
import { failure, type Resource } from './define.js';
import { feedOf, feedPayload, type FeedVerb, feedVerbOf } from './feed.js';
import { payloadOf } from './payload.js';
import { quoted } from './quoted.js';

/** A change of a record, for its event and its audit entry. */
export interface Change {
  /** Verb of the event and the audit action: `created`, `won`. */
  verb: string;
  /** Timestamp of the record, its event and its audit entry. */
  at: string;
  /** The record after the change; before it, for a removal. */
  record: RecordEntity;
  /** The record before an update. */
  before?: RecordEntity;
  changed: string[];
  hard?: boolean;
  changes: Changes | null;
}

/** Larger changes are not batched, which would gain nothing. */
const MAX_BATCHED_CHARACTERS = 16_384;

const lengthOf = (values: readonly unknown[]) =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** A change with event and audit entry, ready to run. */
interface Composed extends RecordChange {
  hasEvents: boolean;
  told: WrittenChange;
}

/** Kind of statement. */
type Shape = 'insert' | 'update' | 'delete';

/** SQL of a change: single, and batched over the rows `given`. */
interface Sql {
  single: string;
  batched: string;
}

/** The SQL of the change, and of its precondition: the rows of the query `precondition`. */
interface Core extends Sql {
  precondition?: Sql;
}

interface Precondition {
  column: string;
  id: unknown;
  /** With the placeholders of its workspace and id. */
  sql: (places: string[]) => Sql;
  /** Joins it to `given` in the batched statement. */
  joins: string;
}

/** Event settings of a store. */
interface EventSettings {
  eventOf(verb: string): string;
  privateTo(record: RecordEntity): string;
}

/**
 * Writes record changes of one resource. Each is one statement together with its event and audit entry, so they are atomic.
 * Concurrent changes of the same shape share a statement (`SharedStatements`).
 */
export class ChangeWriter {
  /** Statements by shape. */
  readonly #texts = new Map<string, { single: Statement; batched: Statement }>();

  /** `notifyRelay` is called after a commit that added to the outbox. */
  constructor(
    private readonly resource: Resource,
    private readonly table: string,
    private readonly notifyRelay: () => void,
    private readonly settings: EventSettings,
  ) {}

  /** Writes one change, or several by a statement for each kind. */
  async write(...changes: Composed[]): Promise<void> {
    const unit = currentContext().unitOfWork;
    if (!unit) throw new Error(`A ${this.resource.noun} can only be written inside a unit of work.`);
    if (changes.length === 1) await unit.change(changes[0]!);
    else await unit.changeAll(changes);
    const { tried, written } = currentContext();
    for (const list of [tried, written]) list?.push(...changes.map(({ told }) => told));
    if (changes.some(({ hasEvents }) => hasEvents)) unit.afterCommit(this.notifyRelay);
  }

  /** Inserts a record. `values`: column values. */
  insert(columns: readonly string[], values: unknown[], change: Change): Composed {
    const { workspace_id } = change.record;
    const head = `insert into ${this.table} as r (${columns.map(quoted).join(', ')})`;
    const precondition = this.#precondition(change);
    const known = precondition ? [...values, workspace_id, precondition.id] : values;
    return this.#compose('insert', 'insert', known, change, change.record, (places) => {
      const given = places.slice(0, columns.length).join(', ');
      return {
        precondition: precondition?.sql(places.slice(columns.length)),
        single: precondition ? `${head} select ${given} from precondition` : `${head} values (${given})`,
        batched: `${head} select ${columns.map((column) => `given.${quoted(column)}`).join(', ')} from given${precondition?.joins ?? ''}`,
      };
    });
  }

  /** Updates columns of a record, guarded by its revision. `values`: column values. */
  update(columns: readonly string[], values: unknown[], change: Change): Composed {
    const { workspace_id, id } = change.record;
    const row: Record<string, unknown> = { workspace_id, id };
    for (const column of columns) row[column] = (change.record as unknown as Record<string, unknown>)[column];
    const precondition = this.#precondition(change);
    if (precondition) row[precondition.column] = precondition.id;
    const known = [...values, workspace_id, id, change.before!.revision, ...(precondition ? [precondition.id] : [])];
    return this.#compose('update', `update ${columns.join()}`, known, change, row, (places) => {
      const [workspaceId, recordId, revision, preconditionId] = places.slice(columns.length);
      const set = (value: (column: string, index: number) => string) =>
        `update ${this.table} r set ${columns.map((column, index) => `${quoted(column)} = ${value(column, index)}`).join(', ')}`;
      return {
        precondition: precondition?.sql([workspaceId!, preconditionId!]),
        single:
          set((_, index) => places[index]!) +
          (precondition ? ' from precondition' : '') +
          ` where r.workspace_id = ${workspaceId} and r.id = ${recordId} and r.revision = ${revision}`,
        batched:
          set((column) => `given.${quoted(column)}`) +
          ` from given${precondition?.joins ?? ''}` +
          ' where r.workspace_id = given.workspace_id and r.id = given.id and r.revision = given.revision - 1',
      };
    });
  }

  /** Deletes a record, guarded by its revision. */
  delete(change: Change): Composed {
    const { workspace_id, id, revision } = change.record;
    const precondition = currentContext().actor.type === 'system' ? null : this.#precondition(change);
    const row = { workspace_id, id, revision, ...(precondition && { [precondition.column]: precondition.id }) };
    return this.#compose(
      'delete',
      precondition ? 'delete with precondition' : 'delete',
      Object.values(row),
      change,
      row,
      (places) => ({
        precondition: precondition?.sql([places[0]!, places[3]!]),
        single:
          `delete from ${this.table} r${precondition ? ' using precondition' : ''}` +
          ` where r.workspace_id = ${places[0]} and r.id = ${places[1]} and r.revision = ${places[2]}`,
        batched:
          `delete from ${this.table} r using given${precondition?.joins ?? ''}` +
          ' where r.workspace_id = given.workspace_id and r.id = given.id and r.revision = given.revision',
      }),
    );
  }

  /** SQL of the precondition `writtenWhile`: locks the other record in share mode if the condition holds. */
  #precondition({ record }: Change): Precondition | null {
    const { writtenWhile } = this.resource;
    if (!writtenWhile) return null;
    const { table, column, holds } = writtenWhile;
    return {
      column,
      id: (record as unknown as Record<string, unknown>)[column],
      sql: ([workspaceId, id]) => ({
        single: `select 1 from ${table} where workspace_id = ${workspaceId} and id = ${id} and ${holds} for share`,
        batched:
          `select workspace_id, id from ${table} where (workspace_id, id) in ` +
          `(select workspace_id, ${column} from given) and ${holds} order by workspace_id, id for share`,
      }),
      joins: ` join precondition p on p.workspace_id = given.workspace_id and p.id = given.${column}`,
    };
  }

  /** Events of a change with payloads: the one named by its verb, and the generic one of the feed (D-EVT-1). */
  #eventsOf(shape: Shape, change: Change): [type: string, payload: object][] {
    const { verb, record, before = record, changed, hard = false, changes } = change;
    const { type, events } = this.resource;
    const definedAs = this.settings.eventOf(verb);
    const feed = feedOf(this.resource);
    const general = feed ? feedVerbOf(shape, change) : null;
    const found: [type: string, payload: object][] = [];
    for (const each of new Set([definedAs, general])) {
      const event = each === null ? undefined : events[each];
      if (event) {
        const payload = payloadOf(this.resource, event, record, { before, changed_fields: changed, hard });
        found.push([event.type ?? `${type}.${each}`, payload]);
      } else if (each !== null && each === general)
        found.push([
          `${type}.${each}`,
          feedPayload(this.resource, feed!, each as FeedVerb, record, Object.keys(changes ?? {})),
        ]);
    }
    return found;
  }

  /** `core` returns the SQL of the change itself, which `kindOf` identifies. `row`: the columns of the record that it reads. */
  #compose(
    shape: Shape,
    kindOf: string,
    values: unknown[],
    change: Change,
    row: object,
    core: (places: string[]) => Core,
  ): Composed {
    const context = currentContext();
    const { verb, record, at, changes } = change;
    const event = this.resource.events[this.settings.eventOf(verb)];
    const { auditedAs } = this.resource;
    const events = this.#eventsOf(shape, change);
    const privateTo = events.length ? this.settings.privateTo(record) : '';
    const outboxRows = events.map(([type, payload]) => [
      record.workspace_id,
      newId('evt'),
      type,
      at,
      context.actor.type,
      context.actor.id,
      context.actor.via?.id ?? null,
      context.actor.via?.name ?? null,
      payloadText(type, payload),
      privateTo,
    ]);
    const auditRow = auditValues(context, at, {
      action: event?.type ?? `${auditedAs}.${verb}`,
      resource_type: auditedAs,
      resource_id: record.id,
      outcome: 'success',
      changes,
    });
    const kind = `${events.length} ${kindOf}`;
    let text = this.#texts.get(kind);
    if (!text) {
      const { single, batched, precondition } = core(values.map((_, index) => `$${index + 1}`));
      text = {
        single: singleStatement(single, values.length, events.length, precondition?.single),
        batched: batchedStatement(this.table, batched, events.length > 0, precondition?.batched),
      };
      this.#texts.set(kind, text);
    }
    const { single, batched } = text;
    const { writtenWhile } = this.resource;
    const given = [...values, ...outboxRows.flat(), ...auditRow];
    const lists = events.length ? 3 : 2;
    const make = (companion?: Companion): Composed => ({
      text: textOf(single, companion?.sql(`$${given.length + 1}`)),
      values: companion ? [...given, JSON.stringify(companion.rows)] : given,
      refused: writtenWhile && (() => failure(this.resource, writtenWhile.error)),
      long: lengthOf(values) > MAX_BATCHED_CHARACTERS,
      hasEvents: events.length > 0,
      told: {
        type: auditedAs,
        id: record.id,
        ...(shape === 'insert' && { record }),
        before: shape === 'insert' ? null : (change.before ?? record).revision,
        action: event?.type ?? `${auditedAs}.${verb}`,
        changes,
        events: events.map(([type]) => type),
      },
      shared: {
        text: textOf(batched, companion?.sql(`$${lists + 1}`)),
        id: record.id,
        parts: () => [
          row,
          named(AUDIT_COLUMNS, auditRow, record.id),
          ...(events.length ? [outboxRows.map((each) => named(OUTBOX_COLUMNS, each, record.id))] : []),
          ...(companion ? [companion.rows] : []),
        ],
      },
      with: make,
    });
    return make();
  }
}

/** An object of the non-null columns. */
function named(columns: readonly string[], values: readonly unknown[], record: string): object {
  const row: Record<string, unknown> = { record };
  for (const [index, column] of columns.entries()) if (values[index] !== null) row[column] = values[index];
  return row;
}

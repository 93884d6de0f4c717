import { AUDIT_COLUMNS, auditValues, type Changes } from '../audit/audit.js';
import { currentContext } from '../context/request-context.js';
import { newId } from '../fields/ids.js';
import type { RecordEntity } from './record.entity.js';
import { payloadText } from '../events/catalogue.js';
import type { Resource } from './define.js';
import { payloadOf } from './payload.js';

/** What is told of a change of a record. */
export interface Change {
  /** Of the event and the audit action: `created`, `won`. */
  verb: string;
  /** When: the same in the record, its event and its audit entry. */
  at: string;
  /** As it is afterwards; as it was where it is removed. */
  record: RecordEntity;
  /** As it was, where it changes. */
  before?: RecordEntity;
  changed: string[];
  hard?: boolean;
  changes: Changes | null;
}

/** Writes a column: answers the placeholder of the value at this index. */
type Place = (column: string, index: number) => string;

const OUTBOX_COLUMNS = ['workspace_id', 'id', 'type', 'timestamp', 'actor_type', 'actor_id', 'payload', 'private_to'];
const CASTS: Record<string, string> = { timestamp: '::timestamptz', changes: '::jsonb', payload: '::jsonb' };

/**
 * Writes changes of the records of one resource. Each is one statement with its event and its audit entry, so they
 * commit together or not at all.
 */
export class ChangeWriter {
  /** Statements by their shape. */
  readonly #texts = new Map<string, string>();
  /** Those that add several records, by whether they announce them. */
  readonly #several = new Map<boolean, (count: number) => string>();

  /** `announced` is called after a commit that added to the outbox. */
  constructor(
    private readonly resource: Resource,
    private readonly announced: () => void,
  ) {}

  /** Adds a record; those that are added together share a statement. */
  async insert(table: string, columns: readonly string[], values: unknown[], change: Change): Promise<void> {
    const head = `insert into ${table} (${columns.join(', ')}) values`;
    const told = this.resource.events[change.verb] !== undefined;
    let several = this.#several.get(told);
    if (!several) this.#several.set(told, (several = severalInserts(head, columns.length, told)));
    return this.write('create', (place) => `${head} (${columns.map(place).join(', ')})`, values, change, several);
  }

  /** `core` writes the change itself; its text depends on nothing but `shape`. */
  async write(
    shape: string,
    core: (place: Place) => string,
    values: unknown[],
    change: Change,
    several?: (count: number) => string,
  ): Promise<void> {
    const context = currentContext();
    const unit = context.unitOfWork;
    if (!unit) throw new Error(`A ${this.resource.noun} can only be written inside a unit of work.`);
    const { verb, record, before = record, at, changed, hard = false, changes } = change;
    const event = this.resource.events[verb];
    const action = `${this.resource.type}.${verb}`;

    const told = event
      ? [
          record.workspace_id,
          newId('evt'),
          action,
          at,
          context.actor.type,
          context.actor.id,
          payloadText(action, payloadOf(this.resource, event, record, { before, changed_fields: changed, hard })),
          this.resource.privateTo?.(record) ?? '',
        ]
      : [];
    const noted = auditValues(context, at, {
      action,
      resource_type: this.resource.type,
      resource_id: record.id,
      outcome: 'success',
      changes,
    });
    const wording = `${shape} ${event !== undefined}`;
    let text = this.#texts.get(wording);
    if (!text) this.#texts.set(wording, (text = statement(core, values.length, told.length)));
    await unit.change({ text, values: [...values, ...told, ...noted], several });
    if (event) unit.afterCommit(this.announced);
  }
}

const places = (columns: readonly string[], from: number) =>
  columns.map((column, index) => `$${from + index + 1}${CASTS[column] ?? '::text'}`).join(', ');

/** The change, then its event where it has one, then its audit entry; each takes its values behind those before it. */
function statement(core: (place: Place) => string, changing: number, telling: number): string {
  const told =
    `told as (insert into outbox (${OUTBOX_COLUMNS.join(', ')}) ` +
    `select ${places(OUTBOX_COLUMNS, changing)} from changed), `;
  return (
    `with changed as (${core((_, index) => `$${index + 1}`)} returning 1), ` +
    (telling ? told : '') +
    `noted as (insert into audit_entries (${AUDIT_COLUMNS.join(', ')}) ` +
    `select ${places(AUDIT_COLUMNS, changing + telling)} from changed) ` +
    `select count(*)::int as n from changed`
  );
}

/** The statement for so many new records, whose values, with those of their events and audit entries, follow each other. */
function severalInserts(head: string, changing: number, told: boolean): (count: number) => string {
  const telling = told ? OUTBOX_COLUMNS.length : 0;
  const width = changing + telling + AUDIT_COLUMNS.length;
  const texts: string[] = [];
  const write = (count: number) => {
    const rows = (row: (from: number) => string) =>
      Array.from({ length: count }, (_, index) => `(${row(index * width)})`).join(', ');
    const plain = (from: number) => Array.from({ length: changing }, (_, index) => `$${from + index + 1}`).join(', ');
    const events = rows((from) => places(OUTBOX_COLUMNS, from + changing));
    const entries = rows((from) => places(AUDIT_COLUMNS, from + changing + telling));
    return (
      `with changed as (${head} ${rows(plain)} returning 1), ` +
      (told ? `told as (insert into outbox (${OUTBOX_COLUMNS.join(', ')}) values ${events}), ` : '') +
      `noted as (insert into audit_entries (${AUDIT_COLUMNS.join(', ')}) values ${entries}) ` +
      `select count(*)::int as n from changed`
    );
  };
  return (count) => (texts[count] ??= write(count));
}

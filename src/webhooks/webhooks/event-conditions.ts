import { Injectable, Logger } from '@nestjs/common';
import { aboutOf, matchesAny, recordOf } from '../../events/index.js';
import {
  ApiError,
  apps,
  currentContext,
  type Detail,
  eventTypes,
  fieldNames,
  idField,
  invalid,
  type IsReadable,
  MAX_WHERE,
  readCondition,
  RecordAccess,
  type RecordCondition,
  RecordLists,
  type Row,
  type Scope,
  type StoredEvent,
  StoreRegistry,
  UserDirectory,
} from '../../platform/index.js';
import type { Webhook } from './webhook.entity.js';

const MAX_CONDITIONS = 50;

type Judged = Pick<StoredEvent, 'type' | 'payload'>;
/** The columns of a webhook that its conditions depend on. */
type Conditional = Pick<Webhook, 'id' | 'where' | 'created_by' | 'made_through'>;

/** An event that a webhook would receive. */
interface Candidate<E extends Judged> {
  webhook: Conditional;
  event: E;
}

/**
 * Conditions of webhooks on the records of their events (D-WH-12). They name the fields that lists of the record can be asked
 * for. A webhook hears nothing of records that its maker may not read, so that it tells nothing about them.
 */
@Injectable()
export class EventConditions {
  readonly #logger = new Logger('Webhooks');
  readonly #read = new Map<string, RecordCondition | null>();

  constructor(
    private readonly lists: RecordLists,
    private readonly stores: StoreRegistry,
    private readonly access: RecordAccess,
    private readonly users: UserDirectory,
  ) {}

  /** Throws 400 unless these are conditions for event types that the webhook subscribes to. */
  check(where: Webhook['where'], events: readonly string[]): void {
    const types = Object.keys(where);
    if (types.length > MAX_CONDITIONS)
      throw invalid([
        { field: 'where', code: 'too_many', message: `where must have at most ${MAX_CONDITIONS} conditions.` },
      ]);
    const problems: Detail[] = types.flatMap((type) => {
      const message = this.#flawOf(type, events);
      return message ? { field: `where.${type}`, code: 'invalid_value', message: `where.${type}: ${message}` } : [];
    });
    if (problems.length) throw invalid(problems);
    for (const [type, condition] of Object.entries(where)) {
      const path = `where.${type}`;
      if ((JSON.stringify(condition) ?? '').length > MAX_WHERE)
        throw invalid([
          { field: path, code: 'too_long', message: `${path} must have at most ${MAX_WHERE} characters as JSON.` },
        ]);
      readCondition(condition, this.lists.fieldsOf(aboutOf(type).type), path);
    }
  }

  /** The candidates whose record matches, or whose webhook has no condition for the event. */
  async matching<C extends Candidate<Judged>>(candidates: readonly C[]): Promise<C[]> {
    const asked = candidates.filter(({ webhook, event }) => Object.hasOwn(webhook.where, event.type));
    if (!asked.length) return [...candidates];
    const refused = new Set<C>(asked);
    for (const [type, ofType] of Map.groupBy(asked, ({ event }) => aboutOf(event.type).type)) {
      const found = await this.#recordsOf(type, ofType);
      const matches = ofType.filter(({ webhook, event }) => {
        const record = found.get(recordOf(event)[1] ?? '');
        return record !== undefined && this.#conditionOf(webhook, event.type)?.matches(record);
      });
      for (const [webhook, own] of Map.groupBy(matches, (candidate) => candidate.webhook)) {
        const isReadable = await this.#readerOf(webhook, type, own);
        for (const candidate of own)
          if (isReadable({ type, id: recordOf(candidate.event)[1]! })) refused.delete(candidate);
      }
    }
    return candidates.filter((candidate) => !refused.has(candidate));
  }

  /** The same for events of one webhook. */
  async matchingOf<E extends Judged>(webhook: Conditional, events: readonly E[]): Promise<E[]> {
    const matching = await this.matching(events.map((event) => ({ webhook, event })));
    return matching.map(({ event }) => event);
  }

  #flawOf(type: string, events: readonly string[]): string | null {
    const event = eventTypes().get(type);
    if (!event) return 'this is not the type of an event.';
    if (!matchesAny(events, type)) return 'the webhook does not subscribe to this type.';
    if (type.endsWith('.deleted')) return 'events of deleted records take no condition.';
    const about = aboutOf(type);
    const hasRecord = fieldNames(event.payload).includes(idField(about));
    if (!hasRecord || !Object.keys(this.lists.fieldsOf(about.type)).length)
      return 'events of this type take no condition.';
    return null;
  }

  /** Reads the compared fields of all records of a type, by id, in one statement. Records in the trash are left out. */
  async #recordsOf(type: string, candidates: readonly Candidate<Judged>[]): Promise<Map<string, Row>> {
    const [store] = this.stores.ofType(type);
    // The extension of the type is not loaded: nobody can read its records.
    if (!store) return new Map();
    const fields = new Set(['id']);
    const ids = new Set<string>();
    for (const { webhook, event } of candidates) {
      for (const field of this.#conditionOf(webhook, event.type)?.fields ?? []) fields.add(field);
      const [, id] = recordOf(event);
      if (id !== undefined) ids.add(id);
    }
    const rows = await store.namedBy([...ids], [...fields], { unseen: true });
    return new Map(rows.map((row) => [row.id as string, row]));
  }

  /** Which of the records the maker of a webhook may read now. */
  async #readerOf({ id, created_by, made_through }: Conditional, type: string, own: readonly Candidate<Judged>[]) {
    const scopes = apps().map((app): Scope => `${app}:read`);
    const holder = { kind: 'user', id, user_id: created_by, grant_id: null, scopes };
    const credential = await this.users.credentialOf(holder);
    if (!credential) return (() => false) satisfies IsReadable;
    const principals = await this.users.namesOf(`user:${created_by}`, made_through);
    const reader = await this.access.readerOf({ ...credential, principals });
    return reader(own.map(({ event }) => ({ type, id: recordOf(event)[1]! })));
  }

  /** A stored condition; null if it cannot be read any more, because a field is gone: then nothing matches. */
  #conditionOf({ where }: Conditional, type: string): RecordCondition | null {
    const source = where[type];
    const key = `${type} ${JSON.stringify(source)}`;
    let condition = this.#read.get(key);
    if (condition !== undefined) return condition;
    try {
      condition = readCondition(source, this.lists.fieldsOf(aboutOf(type).type), `where.${type}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { workspaceId } = currentContext();
      this.#logger.warn(`A condition of webhooks in ${workspaceId} matches nothing any more: ${error.message}`);
      condition = null;
    }
    if (this.#read.size >= MAX_READ) this.#read.clear();
    this.#read.set(key, condition);
    return condition;
  }
}

/** Conditions that are kept read. */
const MAX_READ = 1_000;

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UsersPort } from '../../access/index.js';
import {
  EventListener,
  NOTICE_KINDS,
  type NoticeRule,
  type ResourceStore,
  type Row,
  type StoredEvent,
  StoreRegistry,
} from '../../platform/index.js';
import { type Follow, FollowRepository } from '../follows/follow.repository.js';
import { InboxSettingsRepository } from '../settings/inbox-settings.repository.js';
import { InboxWriter } from './inbox-writer.js';
import { ItemRepository } from './item.repository.js';
import type { Told } from './lines.js';
import { type EventRules, parentOf, rulesByEvent } from './notice-rules.js';

const USER_DELETED = 'access.user.deleted';

/** An event with the record that it is about, as it is now. */
interface Occurrence {
  event: StoredEvent;
  rules: EventRules;
  id: string;
  record: Row | undefined;
}

/** Tells people of events, as the declarations of resources say (`notices`), and followers of changes. */
@Injectable()
export class InboxListener extends EventListener implements OnModuleInit {
  readonly name = 'inbox';
  #rules = new Map<string, EventRules>();

  constructor(
    private readonly stores: StoreRegistry,
    private readonly writer: InboxWriter,
    private readonly items: ItemRepository,
    private readonly follows: FollowRepository,
    private readonly settings: InboxSettingsRepository,
    private readonly users: UsersPort,
  ) {
    super();
  }

  onModuleInit(): void {
    this.#rules = rulesByEvent(this.stores);
  }

  async handle(events: StoredEvent[]): Promise<void> {
    const gone = events.flatMap(({ type, payload }) => (type === USER_DELETED ? (payload.user_id as string) : []));
    if (gone.length) await this.#forget(gone, []);
    const occurrences = await this.#occurrences(events);
    const deleted = occurrences.filter(({ rules, record }) => rules.verb === 'deleted' && !record).map(({ id }) => id);
    if (deleted.length) await this.#forget([], deleted);
    const told = await this.#told(occurrences.filter(({ record }) => record));
    if (told.length) await this.writer.add(told);
  }

  async #forget(users: string[], records: string[]): Promise<void> {
    await this.items.forget(users, records);
    await this.follows.forget(users, records);
    if (users.length) await this.settings.forget(users);
  }

  async #occurrences(events: readonly StoredEvent[]): Promise<Occurrence[]> {
    const about = events.flatMap((event) => {
      const rules = this.#rules.get(event.type);
      const id = rules && event.payload[rules.idField];
      return rules && typeof id === 'string' ? [{ event, rules, id }] : [];
    });
    const records = new Map<string, Row>();
    for (const [resource, own] of Map.groupBy(about, ({ rules }) => rules.resource)) {
      const [store] = this.stores.ofType(resource.type);
      const columns = new Set(['revision', ...own.flatMap(({ rules }) => rules.rules.flatMap(({ to = [] }) => to))]);
      for (const row of await store!.factsOf([...new Set(own.map(({ id }) => id))], [...columns]))
        records.set(row.id, row);
    }
    return about.map((each) => ({ ...each, record: records.get(each.id) }));
  }

  /** Notices of all people, one of each change for a person. */
  async #told(occurrences: readonly Occurrence[]): Promise<Told[]> {
    const parents = await this.#parents(occurrences);
    const subjects = occurrences.flatMap(({ id, rules, record }) => [id, ...idOfParent(rules, record!)]);
    const followers = await this.follows.of([...new Set(subjects)]);
    const admins = new Map<string, readonly string[]>();
    const told = new Map<string, Told>();
    for (const { event, rules, id, record } of occurrences) {
      const { resource } = rules;
      const change: NoticeRule[] = rules.isChange ? [{ kind: 'change', on: [rules.verb], followers: true }] : [];
      for (const rule of [...rules.rules, ...change]) {
        const [parentId] = idOfParent(rules, record!);
        const isAboutParent = rule.about === 'parent';
        const subject = isAboutParent ? parentId! : id;
        const people = [
          ...columnsOf(rule, event).flatMap((column): string[] => record![column] ?? []),
          ...(rule.toOfParent ?? []).flatMap((column): string[] => parents.get(parentId!)?.[column] ?? []),
          ...(rule.followers ? followersAt(event, followers.get(subject)) : []),
        ];
        if (rule.admins) {
          const { app } = resource;
          if (!admins.has(app!))
            admins.set(
              app!,
              (await this.users.adminsOf(app!)).map(({ id }) => id),
            );
          people.push(...admins.get(app!)!);
        }
        for (const user_id of new Set(people)) {
          if (event.actor_type === 'user' && event.actor_id === user_id) continue;
          const notice: Told = {
            user_id,
            kind: rule.kind,
            event: event.type,
            record_type: isAboutParent ? parentOf(resource, this.stores)!.resource.type : resource.type,
            record_id: subject,
            part_type: isAboutParent ? resource.type : '',
            part_id: isAboutParent ? id : null,
            actor_id: event.actor_type === 'user' ? event.actor_id : null,
            source: sourceOf(rule, event, record!),
            at: event.timestamp,
          };
          // Events of one change have one time.
          const key = `${user_id} ${id} ${event.timestamp}`;
          const known = told.get(key);
          if (!known || rank(notice) < rank(known)) told.set(key, notice);
        }
      }
    }
    return [...told.values()];
  }

  /** The records that those of some occurrences belong to, with the columns that name people to tell. */
  async #parents(occurrences: readonly Occurrence[]): Promise<Map<string, Row>> {
    const found = new Map<string, Row>();
    for (const [resource, own] of Map.groupBy(occurrences, ({ rules }) => rules.resource)) {
      const columns = new Set(own.flatMap(({ rules }) => rules.rules.flatMap(({ toOfParent = [] }) => toOfParent)));
      if (!columns.size) continue;
      const ids = new Set(own.map(({ record }) => record![resource.parent!.column] as string));
      const store = parentOf(resource, this.stores) as ResourceStore<any>;
      for (const row of await store.factsOf([...ids], [...columns])) found.set(row.id, row);
    }
    return found;
  }
}

/**
 * Tells notices apart. People whom a column names are told of the record as it is now, so several events may name them, such as a
 * creation that is told after the change: of one revision they are told once.
 */
const sourceOf = ({ kind, once, to }: NoticeRule, event: StoredEvent, { id, revision }: Row): string => {
  if (once) return `${kind}:${id}`;
  return to ? `${kind}:${id}:${revision}` : event.id;
};

/** Events are handled later than they happen: whoever began to follow in between is not told of what was before. */
const followersAt = ({ timestamp }: StoredEvent, follows: readonly Follow[] = []): string[] =>
  follows.filter(({ created_at }) => created_at <= timestamp).map(({ user_id }) => user_id);

const rank = ({ kind }: Told): number => NOTICE_KINDS.indexOf(kind);

/** The columns of a rule that an event is about: those that an update changed, which some payloads call `changed_fields`. */
const columnsOf = ({ to = [] }: NoticeRule, { type, payload }: StoredEvent): readonly string[] =>
  type.endsWith('.updated')
    ? to.filter((column) => ((payload.changed ?? payload.changed_fields) as string[]).includes(column))
    : to;

const idOfParent = ({ resource, rules }: EventRules, record: Row): string[] =>
  rules.some(({ about }) => about === 'parent') ? [record[resource.parent!.column]] : [];

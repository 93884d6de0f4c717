import {
  Choice,
  Conditions,
  FreeObject,
  Int,
  ListOf,
  Nested,
  type RowRule,
  rule,
  Text,
  ViewType,
  Where,
} from '../platform/index.js';
import { Event } from './event.entity.js';
import { EVENT_RETENTION_DAYS } from './event.resource.js';
import { countedEvents, since } from './event-counts.js';
import { namesEvents, typesOf } from './event-types.js';

export class EventQuery extends ListOf(Event, {
  sort: ['sequence'],
  defaultSort: 'sequence:asc',
  range: 'timestamp',
}) {
  static {
    this.filters = { ...this.filters, from: since };
  }
  static override always = (now: string): [string, ...unknown[]] => since(oldest(now));
  static override total = (
    { type, after_sequence = 0, from = '', to = 'infinity' }: EventQuery,
    where: Conditions,
    filter: () => string,
    visible: RowRule,
    now: string,
  ): string => {
    const matching = new Conditions(where.values).matches(visible);
    if (type) matching.add('type = any(?::text[])', typesOf([type]));
    const begin = from > oldest(now) ? from : oldest(now);
    return countedEvents({ after: after_sequence, from: begin, to }, where, matching.sql, filter());
  };

  /** Events by index of their type, where not all types are asked for. */
  static override walked = ({ type }: EventQuery, visible: RowRule): [string, string, string[]] | null => {
    const shown = visible === 'all' ? typesOf(['*']) : visible.flatMap((rule) => rule.type as string[]);
    const types = type ? typesOf([type]).filter((each) => shown.includes(each)) : shown;
    return types.length < typesOf(['*']).length ? ['type', 'select unnest(?::text[])', types] : null;
  };

  @rule('invalid_value', (type: string) => namesEvents(type.trim()), '$property must be an event type.')
  @Text({ max: 100, optional: true, description: 'An event type, or `<app>.*` for all of an app.' })
  @Where((type: string) => ['type = any(?::text[])', typesOf([type])])
  type?: string;

  @Int({ min: 0, max: Number.MAX_SAFE_INTEGER, optional: true, description: 'Only events with a higher `sequence`.' })
  @Where((sequence: number) => ['sequence > ?', sequence])
  after_sequence?: number;
}

/** The oldest time whose events are shown. */
export const oldest = (now: string): string =>
  new Date(Date.parse(now) - EVENT_RETENTION_DAYS * 86_400_000).toISOString();

class EventActor {
  @Choice(['user', 'api_key', 'oauth_client', 'system', 'public'], { description: 'What kind of caller it was.' })
  type: string;
  @Text({ nullable: true, description: 'The id of the user, key or client; null where there is none.' }) id:
    string | null;
}

/** An event as deliveries carry it. */
export class EventView extends ViewType(Event, ['id', 'type', 'workspace_id', 'timestamp']) {
  @Nested(() => EventActor, { description: 'Who did it.' }) actor: EventActor;
  @FreeObject({ description: 'By type: see the webhooks of this document.' }) payload: Record<string, unknown>;
  @Int({ min: 1, description: 'Grows within the workspace.' }) sequence: number;
}

import {
  ActorVia,
  Choice,
  type Condition,
  type EachOf,
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
import { namesEvents, typesOf } from './event-types.js';

/**
 * Turns a time range into a sequence range, because the list is ordered by sequence. Time and sequence grow together, but
 * concurrent requests may swap neighbours. A margin of one hour covers that, and the index is not scanned beyond it.
 */
const edge = (compare: '<' | '>=', hour: string, direction: 'desc' | 'asc') => `(
  select sequence from events where workspace_id = $1 and timestamp ${compare} ?::timestamptz ${hour}
  order by timestamp ${direction}, id ${direction} limit 1)`;

const since = (time: string): Condition => [
  `timestamp >= ? and sequence > coalesce(${edge('<', "- interval '1 hour'", 'desc')}, 0)`,
  time,
  time,
];

/**
 * The bound is a comparison of rows, which the planner does not join with the one of the cursor. Between two unknown bounds of one
 * column it expects a two-hundredth of all rows, and prefers to read and sort them over following the index (`test/lists.spec.ts`).
 */
const until = (time: string): Condition => [
  `timestamp < ? and (sequence, id) < (coalesce(${edge('>=', "+ interval '1 hour'", 'asc')}, ${Number.MAX_SAFE_INTEGER}), '')`,
  time,
  time,
];

export class EventQuery extends ListOf(Event, {
  sort: ['sequence'],
  defaultSort: 'sequence:asc',
  range: 'timestamp',
}) {
  static {
    this.filters = { ...this.filters, from: since, to: until };
  }
  static override always = (now: string): Condition => since(oldest(now));

  /** The index has the events of one type in order, so several types are merged. */
  static override eachOf = ({ type }: EventQuery, visible: RowRule): EachOf | null => {
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

export class EventStreamQuery {
  @rule(
    'invalid_value',
    (types: string) => types.split(',').every((type) => namesEvents(type.trim()) || type.trim() === 'inbox'),
    '$property must be event types, separated by commas.',
  )
  @Text({
    max: 2_000,
    optional: true,
    example: 'sales.*,project.task.updated',
    description:
      'Event types, or `<app>.*` for all of an app, separated by commas. Default: all. `inbox` beside them tells of new items in your inbox.',
  })
  types?: string;

  @Int({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
    description: 'Begin behind this `sequence`. Default: now. The header `Last-Event-ID` comes before it.',
  })
  after_sequence?: number;
}

/** Start of the retention period. */
export const oldest = (now: string): string =>
  new Date(Date.parse(now) - EVENT_RETENTION_DAYS * 86_400_000).toISOString();

class EventActor {
  @Choice(['user', 'api_key', 'oauth_client', 'system', 'public'], { description: 'Kind of the actor.' })
  type: string;
  @Text({ nullable: true, description: 'The id of the user, key or client; null where there is none.' }) id:
    string | null;
  @Nested(() => ActorVia, {
    optional: true,
    description: 'App: the OAuth client through which the user acted. Absent for the console and API keys.',
  })
  via?: ActorVia;
}

/** An event as deliveries carry it. */
export class EventView extends ViewType(Event, ['id', 'type', 'workspace_id', 'timestamp']) {
  @Nested(() => EventActor, { description: 'Actor: the caller that caused the event.' }) actor: EventActor;
  @FreeObject({ description: 'Data of the event by type: see the webhooks of this document.' }) payload: Record<
    string,
    unknown
  >;
  @Int({ min: 1, description: 'Sequence number; it increases within the workspace.' }) sequence: number;
}

import type { Database } from '../../src/platform/database/database.js';
import { eventTypes } from '../../src/platform/events/catalogue.js';

export interface ToldEvent {
  type: string;
  payload: any;
  actor_type: string;
  actor_id: string | null;
}

/**
 * Events whose payload has this id in this field, oldest first, whether the relay has numbered them yet or not. Ids and times
 * are no order: two events of one millisecond may have either.
 */
export async function eventsAbout(database: Database, field: string, id: string): Promise<ToldEvent[]> {
  const { rows } = await database.execute<ToldEvent>(
    `select type, payload, actor_type, actor_id from
       (select 1 as part, position, type, payload, actor_type, actor_id from events
        union all select 2, number, type, payload, actor_type, actor_id from outbox) as told
      where payload ->> $1 = $2 order by part, position`,
    [field, id],
  );
  return rows;
}

/** The same without those that every resource sends (D-EVT-1), for specs about events that a resource declares itself. */
export async function declaredEventsAbout(database: Database, field: string, id: string): Promise<ToldEvent[]> {
  const ofFeed = new Set([...eventTypes().values()].flatMap((each) => (each.ofFeed ? each.type : [])));
  return (await eventsAbout(database, field, id)).filter(({ type }) => !ofFeed.has(type));
}

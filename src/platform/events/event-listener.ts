/** An event as the log holds it. It never changes. */
export interface StoredEvent {
  workspace_id: string;
  id: string;
  type: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  actor_type: string;
  actor_id: string | null;
  /** The OAuth client through which the user acted, and its name at that time. */
  client_id: string | null;
  client_name: string | null;
  payload: Record<string, unknown>;
  /** The user whom alone, beside admins of the app, it may be told; empty: all who may read the app. */
  private_to: string;
  /** Position among the events of its workspace, from 1. */
  sequence: number;
  /** Position among all events. */
  position: number;
}

/**
 * Something that reacts to events. A provider that extends it is found by itself, in processes that work the queues.
 *
 * `handle` gets events of one workspace in the order of their sequence. It runs inside `asSystem` and a unit of work in
 * which the listener's place in the log moves on: what it writes to the database happens exactly once per event, what
 * it does elsewhere at least once. What it throws rolls all of that back. Events are then tried one by one; one that
 * fails five times is noted in `event_failures` and passed over.
 *
 * Keep it short: it holds a transaction, and each listener runs in one process at a time. Longer work goes to a queue
 * (`currentContext().unitOfWork!.afterCommit(() => queues.add(…))`).
 *
 * A new listener begins with the events that come after its first start.
 *
 * @example
 * @Injectable()
 * export class WelcomeListener extends EventListener {
 *   readonly name = 'welcome';
 *   override readonly types = ['access.user.created'];
 *   async handle(events: StoredEvent[]) { for (const { payload } of events) … }
 * }
 */
export abstract class EventListener {
  /** Names its place in the log; must never change. */
  abstract readonly name: string;
  /** Event types, `<app>.*`, `<app>.<resource>.*`, or `*` for all. */
  readonly types: readonly string[] = ['*'];
  /** A further condition on an event `e`, in SQL. Events that do not meet it are skipped without being read. */
  readonly concerns: string = 'true';

  abstract handle(events: StoredEvent[]): Promise<void>;
}

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
  /** The only user, besides admins of the app, who may see the event; empty: everybody with read access to the app. */
  private_to: string;
  /** Position among the events of its workspace, from 1. */
  sequence: number;
  /** Position among all events. */
  position: number;
}

/**
 * A durable event handler. Providers that extend it are discovered in processes that work the queues.
 *
 * `handle` gets events of one workspace in the order of their sequence. It runs inside `asSystem` and a unit of work that also
 * advances the cursor of the listener: its database writes happen exactly once per event, other side effects at least once. If
 * it throws, everything is rolled back and events are retried one by one. An event that fails five times is recorded in
 * `event_failures` and skipped.
 *
 * Keep it short: it holds a transaction, and each listener runs in one process at a time. Move longer work to a queue
 * (`currentContext().unitOfWork!.afterCommit(() => queues.add(…))`).
 *
 * A new listener begins with the events after its first start.
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
  /** Name of its cursor; must never change. */
  abstract readonly name: string;
  /** Event types, `<app>.*`, `<app>.<resource>.*`, or `*` for all. */
  readonly types: readonly string[] = ['*'];
  /** SQL condition on an event `e`. Events that do not match are skipped without being read. */
  readonly concerns: string = 'true';

  abstract handle(events: StoredEvent[]): Promise<void>;
}

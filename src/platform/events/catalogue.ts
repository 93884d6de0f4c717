import type { App } from '../security/apps.js';

export type PayloadClass = new () => object;

/** One type of event: its dotted name and what its payload looks like. */
export interface EventType {
  type: string;
  app: App;
  payload: PayloadClass;
  /** One of the generic events that every resource sends for every change (D-EVT-1). Others are specific to their resource. */
  ofFeed: boolean;
}

const catalogue = new Map<string, EventType>();

/** Declares an event type. Resources do it through `defineResource` and `@ResourceEntity`. */
export function declareEvent(type: string, payload: PayloadClass, { ofFeed = false } = {}): void {
  if (typeof payload !== 'function') throw new Error(`The event ${type} has no payload class.`);
  if (catalogue.has(type)) throw new Error(`The event ${type} is declared twice.`);
  catalogue.set(type, { type, app: type.split('.')[0] as App, payload, ofFeed });
}

/** Takes back an event of an extension that is not loaded after all. */
export const withdrawEvent = (type: string): void => void catalogue.delete(type);

/** Maximum payload size; receivers of webhooks rely on it. */
export const MAX_PAYLOAD = 65_536;

/** Serializes a payload. Its fields are bounded; an oversized payload is a bug and fails the change. */
export function payloadText(type: string, payload: object): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD)
    throw new Error(`The payload of ${type} is larger than ${MAX_PAYLOAD} bytes.`);
  return text;
}

/** Every declared event type, by name. */
export const eventTypes = (): ReadonlyMap<string, EventType> => catalogue;

/** Whether a pattern matches: a type, `<app>.*`, `<app>.<resource>.*`, or `*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

/** The pattern as an SQL `like` pattern. */
export const likeOf = (pattern: string): string => pattern.replaceAll('_', '\\_').replace(/\*$/, '%');

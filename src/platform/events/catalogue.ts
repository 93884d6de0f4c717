import type { App } from '../security/credential.js';

export type PayloadClass = new () => object;

/** One type of event: its dotted name and what its payload looks like. */
export interface EventType {
  type: string;
  app: App;
  payload: PayloadClass;
  /** It tells of any change of a record, because every resource sends it (D-EVT-1). Others are events of their resource only. */
  ofFeed: boolean;
}

const catalogue = new Map<string, EventType>();

/** Declares an event type. Resources do it through `defineResource` and `@ResourceEntity`. */
export function declareEvent(type: string, payload: PayloadClass, { ofFeed = false } = {}): void {
  if (typeof payload !== 'function') throw new Error(`The event ${type} has no payload class.`);
  if (catalogue.has(type)) throw new Error(`The event ${type} is declared twice.`);
  catalogue.set(type, { type, app: type.split('.')[0] as App, payload, ofFeed });
}

/** Bytes of a payload at most: receivers of webhooks rely on it. */
export const MAX_PAYLOAD = 65_536;

/** A payload as it is stored. Its fields are bounded; should one ever not be, the change fails and nothing is sent. */
export function payloadText(type: string, payload: object): string {
  const text = JSON.stringify(payload);
  if (Buffer.byteLength(text) > MAX_PAYLOAD)
    throw new Error(`The payload of ${type} is larger than ${MAX_PAYLOAD} bytes.`);
  return text;
}

/** Every declared event type, by name. */
export const eventTypes = (): ReadonlyMap<string, EventType> => catalogue;

/** Whether a type is meant by a pattern: a type, `<app>.*`, `<app>.<resource>.*`, or `*` for all. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

/** The same for `like` of SQL. */
export const likeOf = (pattern: string): string => pattern.replaceAll('_', '\\_').replace(/\*$/, '%');

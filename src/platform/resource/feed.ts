import { isDeepStrictEqual } from 'node:util';
import { declareEvent, eventTypes, type PayloadClass } from '../events/catalogue.js';
import { fieldNames, fieldsOf } from '../fields/field-spec.js';
import { Id, Texts } from '../fields/fields.js';
import { copyFields } from '../fields/pick.js';
import type { Resource } from './define.js';
import { idField } from './payload.js';
import type { RecordEntity } from './record.entity.js';

/** Verbs of the generic events of every resource (D-EVT-1). */
export const FEED_VERBS = ['created', 'updated', 'deleted', 'restored'] as const;
export type FeedVerb = (typeof FEED_VERBS)[number];

/** Columns with the name of a record, which payloads include. */
const NAMES = ['title', 'name'] as const;

/** Maximum number of fields listed in `changed`. */
const MAX_CHANGED = 100;

/** The payloads of a resource's feed. */
export interface Feed {
  payloads: Readonly<Partial<Record<FeedVerb, PayloadClass>>>;
  /** Fields left out of `changed`, because their values are secret. */
  secret: ReadonlySet<string>;
}

const feeds = new Map<string, Feed>();

/** The feed of a resource; undefined where its declaration says why there is none. */
export const feedOf = ({ type }: Pick<Resource, 'type'>): Feed | undefined => feeds.get(type);

/**
 * Declares the generic events of a resource: `created`, `updated`, `deleted`, and with a trash `restored`. Explicitly declared
 * events of the same name take precedence.
 */
export function declareFeed(resource: Resource, entity: new () => object): void {
  const { type, feed = {}, parent, writtenWhile, trash } = resource;
  if ('none' in feed) return;
  const fields = fieldsOf(entity.prototype);
  const unknown = feed.within?.find((name) => !fields.has(name));
  if (unknown) throw new Error(`${type}: feed names ${unknown}, but ${entity.name} has no such field: take it out.`);
  const parents = [parent?.column, writtenWhile?.column, ...(feed.within ?? [])].filter(
    (name) => name !== undefined && fields.has(name),
  ) as string[];
  const title = NAMES.find((name) => !feed.unnamed && fields.get(name)?.audit === 'values');

  const shaped = (name: string): PayloadClass => {
    const Payload = { [name]: class {} }[name]!;
    Id(resource.idPrefix, { description: `The ${resource.noun}.` })(Payload.prototype, idField(resource));
    copyFields(entity, Payload, [...new Set(parents), ...(title ? [title] : [])], (spec) => ({
      ...spec,
      optional: false,
      default: undefined,
      schema: { ...spec.schema, example: spec.schema.example ?? 'Website' },
    }));
    return Payload as PayloadClass;
  };
  const Notice = shaped(`${entity.name}Notice`);
  const UpdateNotice = shaped(`${entity.name}UpdateNotice`);
  const changed = {
    maxItems: MAX_CHANGED,
    maxLength: 100,
    example: ['status'],
    description: 'Names of changed fields.',
  };
  Texts(changed)(UpdateNotice.prototype, 'changed');

  const payloads: Partial<Record<FeedVerb, PayloadClass>> = {};
  for (const verb of FEED_VERBS) {
    if (verb === 'restored' && !trash) continue;
    payloads[verb] = verb === 'updated' ? UpdateNotice : Notice;
    const named = `${type}.${verb}`;
    if (!eventTypes().has(named)) declareEvent(named, payloads[verb], { ofFeed: true });
  }
  const secret = new Set([...fields].filter(([, { audit }]) => audit === 'nothing').map(([name]) => name));
  feeds.set(type, { payloads, secret });
}

/** The generic event of a change; null for seeds of a new workspace. */
export function feedVerbOf(
  shape: 'insert' | 'update' | 'delete',
  { verb, record, before }: { verb: string; record: RecordEntity; before?: RecordEntity },
): FeedVerb | null {
  if (verb === 'seeded') return null;
  if (shape === 'delete') return 'deleted';
  // The first change of a workspace's settings adds their record.
  if (shape === 'insert') return verb === 'updated' ? 'updated' : 'created';
  const [was, is] = [before, record].map((each) => (each as { deleted_at?: string | null }).deleted_at ?? null);
  if (isDeepStrictEqual(was, is)) return 'updated';
  return is === null ? 'restored' : 'deleted';
}

/** Payload of a generic event: ids, name, and changed fields. */
export function feedPayload(
  resource: Resource,
  { payloads, secret }: Feed,
  verb: FeedVerb,
  record: RecordEntity,
  changed: readonly string[],
): object {
  const payload: Record<string, unknown> = {};
  const id = idField(resource);
  for (const name of fieldNames(payloads[verb]!)) {
    if (name === id) payload[name] = record.id;
    else if (name === 'changed') payload[name] = changed.filter((field) => !secret.has(field)).slice(0, MAX_CHANGED);
    else payload[name] = (record as unknown as Record<string, unknown>)[name];
  }
  return payload;
}

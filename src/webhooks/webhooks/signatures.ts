import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

interface SignedDelivery {
  secret: string;
  /** The secret before the last rotation, during its grace period. */
  previousSecret?: string | null;
  /** Id of the event: the same for every attempt, so that receivers can drop duplicates. */
  eventId: string;
  deliveryId: string;
  eventType: string;
  timestamp: Date;
  /** The bytes that are sent, exactly. */
  body: Buffer;
}

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/**
 * The headers of one attempt, signed in two ways that receivers may choose from:
 * - `X-Service-Signature`: `sha256=` and the hex HMAC of the body, keyed with the secret's text as it stands;
 * - `webhook-id`, `webhook-timestamp` (Unix seconds) and `webhook-signature`: Standard Webhooks, which also stops replays.
 *
 * During a rotation `X-Service-Signature` is made with the new secret and `X-Service-Signature-Previous` with the old
 * one; `webhook-signature` lists both.
 */
export function signatureHeaders(delivery: SignedDelivery): Record<string, string> {
  const { secret, previousSecret, eventId, deliveryId, eventType, body } = delivery;
  const seconds = Math.floor(delivery.timestamp.getTime() / 1000);
  const secrets = previousSecret ? [secret, previousSecret] : [secret];
  return {
    'content-type': 'application/json',
    'user-agent': 'Workspace-Suite-Webhooks/1',
    'X-Service-Event': eventType,
    'X-Service-Delivery': deliveryId,
    'X-Service-Signature': serviceSignature(secret, body),
    ...(previousSecret && { 'X-Service-Signature-Previous': serviceSignature(previousSecret, body) }),
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((each) => standardSignature(each, `${eventId}.${seconds}.`, body)).join(' '),
  };
}

function serviceSignature(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

function standardSignature(secret: string, head: string, body: Buffer): string {
  return `v1,${createHmac('sha256', standardKey(secret)).update(head).update(body).digest('base64')}`;
}

/** Cache of imported keys: signing takes a sixth of the time with one. */
const keys = new Map<string, KeyObject>();
const MAX_CACHED_KEYS = 1_000;

/**
 * Decodes the base64 after `whsec_`; a secret without that prefix is used as text. If the part after the prefix of a supplied
 * secret is not base64, the whole secret is used as text, because Standard Webhooks libraries reject it as a secret and verify
 * it in their raw mode. Wrong padding is accepted, as lenient libraries do.
 */
function standardKey(secret: string): KeyObject {
  let key = keys.get(secret);
  if (key) return key;
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded);
  key = createSecretKey(isBase64 ? Buffer.from(encoded, 'base64') : Buffer.from(secret));
  if (keys.size >= MAX_CACHED_KEYS) keys.clear();
  keys.set(secret, key);
  return key;
}

/** The body of a delivery. */
export interface WebhookEvent {
  /** Unique; a delivery that is repeated has the same. */
  id: string;
  /** `sales.deal.won` */
  type: string;
  workspace_id: string;
  /** ISO 8601. */
  timestamp: string;
  /** Its place among all events of the workspace. */
  sequence: number;
  actor: { type: string; id: string | null; via?: { type: 'oauth_client'; id: string; name: string } };
  payload: Record<string, unknown>;
}

export interface VerifyOptions {
  /** The body as it came, before anything parses it. */
  body: string | Uint8Array;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The secret of the webhook; while it is exchanged for another, both. */
  secret: string | readonly string[];
  /** Seconds that a delivery may be old. Default 300. */
  toleranceSeconds?: number;
}

/** A delivery that did not come from the server, was changed on the way, or is old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * The event of a delivery, once its signature (Standard Webhooks) and its age are checked. Throws a `WebhookVerificationError`.
 *
 * @example const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
}: VerifyOptions): Promise<WebhookEvent> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerOf(headers, name);
    if (!value) throw new WebhookVerificationError(`There is no header ${name}.`);
    return value;
  }) as [string, string, string];
  const age = Math.abs(Date.now() / 1000 - Number(sent));
  if (!(age <= toleranceSeconds)) throw new WebhookVerificationError('The delivery is too old, or from the future.');

  const signed = concatenated(new TextEncoder().encode(`${id}.${sent}.`), bytes);
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1,'));
  for (const one of [secret].flat()) {
    const key = await crypto.subtle.importKey('raw', keyOf(one), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given) {
      // `verify` compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, fromBase64(signature.slice(3)), signed))
        return JSON.parse(new TextDecoder().decode(bytes));
    }
  }
  throw new WebhookVerificationError('No signature fits the secret.');
}

/** `whsec_` marks a key in base64; any other secret is its own text. */
const keyOf = (secret: string) =>
  secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret);

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function headerOf(headers: VerifyOptions['headers'], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? null;
}

import type { RecordEntity } from '../resource/record.entity.js';
import type { Exchange } from './exchange.js';
import type { IdempotencyKey } from './idempotency.js';
import { Reply } from './reply.js';
import { retryOnConflict } from './retry-on-conflict.js';
import type { AskedRequest } from './reviews.js';

/** Writes, unless policies ask for approvals: then the request is tried as a dry run, and waits for them (D-REV-2). */
export async function reviewed(
  exchange: Exchange,
  key: IdempotencyKey | null,
  write: () => Promise<Reply>,
): Promise<Reply> {
  const { context, fingerprint: body, services } = exchange;
  if (context.tried) return await write();
  if (!context.reviewing.size) {
    try {
      return await write();
    } catch (error) {
      if (!context.reviewing.size) throw error;
    }
  }
  context.tried = [];
  context.failed = null;
  exchange.fingerprint = body;
  await write();
  const changes = context.tried;
  context.tried = null;
  const spared = await services.reviews.approvable(context.reviewing);
  if (spared.size === context.reviewing.size) {
    context.approved = spared;
    context.also = { ...context.also, without_review: { from: null, to: [...spared] } };
    exchange.fingerprint = body;
    return await write();
  }
  return await store(exchange, key, { body, changes, spared });
}

/** Stores the request instead of running it, once for an `Idempotency-Key`. */
async function store(
  { context, request, services: { database, idempotency, reviews } }: Exchange,
  key: IdempotencyKey | null,
  tried: Pick<AskedRequest, 'body' | 'changes' | 'spared'>,
): Promise<Reply> {
  const asked = {
    ...tried,
    method: request.method,
    url: request.originalUrl,
    ifMatch: request.headers['if-match'] ?? null,
    recordId: (context.record as RecordEntity | null)?.id ?? null,
    policies: [...context.reviewing],
  };
  const wait = async (): Promise<Reply> => {
    const { id, expires_at } = await reviews.store(asked);
    const answer = { review_id: id, status: 'pending', expires_at };
    return new Reply(202, { Location: `/v1/guard/reviews/${id}` }, JSON.stringify(answer));
  };
  return await retryOnConflict(() =>
    database.transaction((unit) => (key ? idempotency.once(key, unit, request, wait) : wait())),
  );
}

import { Injectable } from '@nestjs/common';
import { createHash, createHmac } from 'node:crypto';
import type { Request } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { ApiError, apiErrorOf, invalidField } from '../errors/api-error.js';
import { ErrorAnswers } from './error-answers.js';
import { uniqueViolation } from './unique-violation.js';
import { Reply } from './reply.js';
import { Secrets } from '../security/secrets.js';

export interface IdempotencyKey {
  /** Workspace, credential, method, path, key: what the key is scoped to. */
  scope: [string, string, string, string, string];
  fingerprint: string;
}

/** Retention of saved responses, in seconds. */
export const IDEMPOTENCY_TTL = 86_400;

/**
 * Idempotency-Key of POST requests (D-API-6). The saved response commits together with the change. "In flight" is a
 * transaction-level advisory lock, so it is released however the process ends.
 */
@Injectable()
export class Idempotency {
  readonly #sealing: Buffer;

  constructor(
    private readonly clock: Clock,
    private readonly secrets: Secrets,
    private readonly audit: AuditTrail,
    private readonly errors: ErrorAnswers,
  ) {
    this.#sealing = secrets.derive('idempotency');
    secrets.keptIn('idempotency_keys', ['body'], { lasting: false });
  }

  /** The validated key, or null. `body`: fingerprint of the body. */
  keyOf(request: Request, body: string): IdempotencyKey | null {
    const key = headerOf(request);
    if (key === null) return null;
    const { workspaceId, credential } = currentContext();
    const query = request.originalUrl.split('?')[1] ?? '';
    const fingerprint = createHash('sha256').update(query).update('\0').update(body).digest('base64');
    return { scope: [workspaceId, credential?.id ?? '', request.method, request.path, key], fingerprint };
  }

  /**
   * The key of a request without a credential; `who` separates visitors, so that they cannot reuse the keys of others. Only
   * keyed digests of who, body and key are stored.
   */
  visitorKeyOf(request: Request, who: string, body: string): IdempotencyKey | null {
    const key = headerOf(request);
    if (key === null) return null;
    const sealed = (text: string) => createHmac('sha256', this.#sealing).update(text).digest('base64url');
    const scope = [currentContext().workspaceId, sealed(`who ${who}`), request.method, request.path, sealed(key)];
    return { scope: scope as IdempotencyKey['scope'], fingerprint: sealed(`body ${body}`) };
  }

  /** Returns the saved response, or runs `handle` and saves its response or error in the same transaction. */
  async once(
    { scope, fingerprint }: IdempotencyKey,
    unit: UnitOfWork,
    request: Request,
    handle: () => Promise<Reply>,
  ): Promise<Reply> {
    const lock = await unit.write(`select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free`, [
      JSON.stringify(scope),
    ]);
    if (!lock.rows[0]!.free) {
      throw new ApiError(409, 'A request with this Idempotency-Key is still running.', undefined, {
        'Retry-After': '1',
      });
    }
    // A separate statement, because its snapshot must be taken after the lock.
    const saved = await unit.read(
      `select fingerprint, status, headers, body, encrypted from idempotency_keys
        where workspace_id = $1 and credential_id = $2 and method = $3 and path = $4 and key = $5 and created_at > $6`,
      [...scope, this.clock.iso(-IDEMPOTENCY_TTL)],
    );
    const [row] = saved.rows;
    if (row) {
      if (row.fingerprint !== fingerprint) {
        throw invalidField('Idempotency-Key', 'key_reused', 'This Idempotency-Key was used for a different request.');
      }
      const body = row.encrypted ? this.secrets.decrypt(row.body) : row.body;
      return new Reply(row.status, { ...row.headers, 'Idempotency-Replayed': 'true' }, body);
    }
    await unit.savepoint();
    let reply: Reply;
    try {
      reply = await handle();
      // Flushes deferred writes, so that their errors surface before the response is saved.
      await unit.open();
    } catch (thrown) {
      const error = uniqueViolation(thrown) ?? apiErrorOf(thrown);
      if (!error || ![404, 409].includes(error.status)) throw thrown;
      await unit.rollbackToSavepoint();
      await this.audit.refused(error, request, unit);
      reply = this.errors.to(request, error);
    }
    const encrypted = currentContext().route?.holdsSecret === true;
    const body = encrypted ? this.secrets.encrypt(reply.body) : reply.body;
    await unit.write(
      `insert into idempotency_keys (workspace_id, credential_id, method, path, key, fingerprint, status, headers, body, encrypted, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (workspace_id, credential_id, method, path, key) do update set fingerprint = excluded.fingerprint,
         status = excluded.status, headers = excluded.headers, body = excluded.body, encrypted = excluded.encrypted,
         created_at = excluded.created_at`,
      [...scope, fingerprint, reply.status, JSON.stringify(reply.headers), body, encrypted, this.clock.iso()],
    );
    return reply;
  }
}

/** The checked header, or null where there is none. */
function headerOf({ headers }: Request): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length === 0 || key.length > 255) {
    throw invalidField(
      'Idempotency-Key',
      key ? 'too_long' : 'invalid_value',
      'Idempotency-Key must have 1 to 255 characters.',
    );
  }
  return key;
}

import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { contextIfAny, currentContext, type RequestContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { isId } from '../fields/ids.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { type ApiError, isFrozen } from '../errors/api-error.js';
import { type AuditFacts, auditValues, INSERT_AUDIT } from './audit.js';

/** Writes audit entries that belong to no record change. `ResourceStore` writes those of record changes. */
@Injectable()
export class AuditTrail {
  readonly #logger = new Logger('Audit');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Writes an entry, in the current unit of work if there is one. */
  async note(facts: AuditFacts): Promise<void> {
    const context = currentContext();
    await this.#write(auditValues(context, this.clock.iso(), facts), context.unitOfWork);
  }

  /**
   * Records a denied request (401, 403) or a failed write of an authenticated caller. Unknown records (404) and rate limits
   * (429) are not recorded. While the workspace is frozen, they leave a line in the log and no entry.
   * `unit`: the transaction that saves the error for its Idempotency-Key, if any.
   */
  async refused(error: ApiError, request: Request, unit?: UnitOfWork): Promise<void> {
    const context = contextIfAny();
    if (!context) return;
    // The error filter logs it.
    if (isFrozen(error)) return;
    const entry = context.failed ? context.failed.entry : this.#entryOf(error, request, context);
    // Written by the batch, once it has rolled the operations back.
    if (context.joined && context.batch!.failed) context.batch!.failed.entry = entry;
    else if (entry) await this.#writeRefusal(error, entry, unit);
  }

  async #writeRefusal(error: ApiError, entry: unknown[], unit: UnitOfWork | undefined): Promise<void> {
    try {
      await this.#write(entry, unit);
    } catch (refusal) {
      // A transaction is of no more use.
      if (unit || !isFrozen(refusal)) throw refusal;
      this.#log(error);
    }
  }

  #log({ status, message }: ApiError): void {
    const { requestId: request_id, workspaceId: workspace_id, actor, route } = currentContext();
    const facts = {
      request_id,
      workspace_id,
      actor_type: actor.type,
      actor_id: actor.id,
      action: route?.action,
      status,
    };
    this.#logger.warn(facts, `Refused while the workspace is frozen: ${message}`);
  }

  #entryOf(error: ApiError, request: Request, context: RequestContext): unknown[] | null {
    const { route } = context;
    if (!context.workspaceId || !route?.endpoint) return null;
    const denied = error.status === 401 || error.status === 403;
    const failed = route.writes && !denied && ![404, 429].includes(error.status);
    if (!denied && !failed) return null;
    const { resource } = route.endpoint;
    const id = request.params[route.loads?.param ?? 'id'];
    return auditValues(context, this.clock.iso(), {
      action: route.action,
      resource_type: resource.auditedAs,
      resource_id: isId(resource.idPrefix, id) ? id : null,
      outcome: denied ? 'denied' : 'failure',
      changes: null,
    });
  }

  async #write(values: unknown[], unit: UnitOfWork | null | undefined): Promise<void> {
    await (unit ? unit.write(INSERT_AUDIT, values) : this.database.execute(INSERT_AUDIT, values));
  }
}

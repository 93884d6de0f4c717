import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { contextIfAny, currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { isId } from '../fields/ids.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { ApiError } from '../errors/api-error.js';
import { type AuditFacts, auditValues, INSERT_AUDIT } from './audit.js';

/** Entries that go with no change of a record; those of changes are written by `ResourceStore`. */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Notes something at once, or together with the running unit of work where there is one. */
  async note(facts: AuditFacts): Promise<void> {
    const context = currentContext();
    await this.#write(auditValues(context, this.clock.iso(), facts), context.unitOfWork);
  }

  /**
   * Notes that an attempt of a known caller was denied (401, 403) or that their write failed, except on an unknown record (404)
   * or for their budget (429).
   * `unit`: the transaction that saves the refusal, where one does.
   */
  async refused(error: ApiError, request: Request, unit?: UnitOfWork): Promise<void> {
    const context = contextIfAny();
    const route = context?.route;
    if (!context?.workspaceId || !route?.endpoint) return;
    const denied = error.status === 401 || error.status === 403;
    const failed = route.writes && !denied && ![404, 429].includes(error.status);
    if (!denied && !failed) return;
    const { resource } = route.endpoint;
    const id = request.params[route.loads?.param ?? 'id'];
    const values = auditValues(context, this.clock.iso(), {
      action: route.action,
      resource_type: resource.auditedAs,
      resource_id: isId(resource.idPrefix, id) ? id : null,
      outcome: denied ? 'denied' : 'failure',
      changes: null,
    });
    await this.#write(values, unit);
  }

  async #write(values: unknown[], unit: UnitOfWork | null | undefined): Promise<void> {
    await (unit ? unit.write(INSERT_AUDIT, values) : this.database.execute(INSERT_AUDIT, values));
  }
}

import { Settings } from '../config/settings.js';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { LastingRequests } from '../concurrency/lasting-requests.js';
import type { RequestContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { Inclusions } from '../resource/inclusions.js';
import { RecordAccess } from '../resource/record-access.js';
import { RecordPolicies } from '../resource/record-policies.js';
import { Authentication } from '../security/authentication.js';
import type { Credential } from '../security/credential.js';
import { Guardrails } from '../security/guardrails.js';
import { RateLimits } from '../security/rate-limits.js';
import { Idempotency, type IdempotencyKey } from './idempotency.js';
import { type Route, Routes } from './routes.js';
import { Reviews } from './reviews.js';
import { SavedViews } from './saved-views.js';
import { Uploads } from './uploads.js';

/** The services that the steps of a request use. */
@Injectable()
export class RequestServices {
  constructor(
    readonly authentication: Authentication,
    readonly limits: RateLimits,
    readonly clock: Clock,
    readonly audit: AuditTrail,
    readonly guardrails: Guardrails,
    readonly policies: RecordPolicies,
    readonly database: Database,
    readonly uploads: Uploads,
    readonly idempotency: Idempotency,
    readonly lasting: LastingRequests,
    readonly inclusions: Inclusions,
    readonly access: RecordAccess,
    readonly routes: Routes,
    readonly settings: Settings,
    readonly savedViews: SavedViews,
    readonly reviews: Reviews,
  ) {}
}

/** State of one request, passed through the steps of `request-path.ts`. Holds data and services, no functions. */
export class Exchange {
  /** Milliseconds since 1970 at which the first step began. */
  readonly began: number;
  /** Fingerprint of the body, for `Idempotency-Key`. */
  fingerprint = '';
  /** The credential that came with the request to a public route (`PublicOptions.credential`). */
  visitor: Credential | null = null;
  key: IdempotencyKey | null = null;
  /** Set once the handler runs, so that the wrapper of `@Endpoint` does not enter the path again inside an interceptor. */
  entered = false;
  /** The records beside those of the answer (`include`); null: not asked for. */
  included: Record<string, object> | null = null;
  /** The value that the handler returned. */
  result: unknown;

  constructor(
    readonly route: Route,
    readonly request: Request,
    readonly response: Response,
    readonly context: RequestContext,
    readonly services: RequestServices,
  ) {
    this.began = services.clock.now();
  }
}

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditTrail } from '../audit/audit-trail.js';
import { currentContext, RequestContext, runInContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { forbidden, lacksScope, unauthorized } from '../errors/api-error.js';
import { ANY_ORIGIN_HEADERS } from './origins.js';
import { Pipeline } from './pipeline.js';
import { refuseRoute } from './policies.js';
import { type Route, Routes } from './routes.js';
import { Authentication, TwoCredentials } from '../security/authentication.js';
import { type Credential, refusalOf } from '../security/credential.js';
import { RecordPolicies } from '../resource/record-policies.js';
import { Guardrails } from '../security/guardrails.js';
import { RateLimits } from '../security/rate-limits.js';

/** Milliseconds after which nothing works any more that was revoked. */
const REVOKED_WITHIN = 1_000;

/** Before every handler: who is it, is there budget left, does the scope suffice, does a policy deny it. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly routes: Routes,
    private readonly authentication: Authentication,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly pipeline: Pipeline,
    private readonly audit: AuditTrail,
    private readonly guardrails: Guardrails,
    private readonly records: RecordPolicies,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = this.routes.of(execution.getHandler());
    if (!route) return false;
    const context = currentContext();
    context.route = route;
    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    // For whoever asks: others may keep the answer, and give it to a page.
    if (route.anyOrigin) for (const [name, value] of ANY_ORIGIN_HEADERS) response.setHeader(name, value);
    if (!route.endpoint) {
      await this.pipeline.readQuery(route, request);
      await this.pipeline.readBody(route, request);
      return true;
    }

    const began = this.clock.now();
    const credential = await this.#identify(request, context);
    await this.limits.spend(credential.id, response, route.endpoint.heavy);
    await this.#check(route, credential, context);
    await this.pipeline.prepare(route, request, context);
    try {
      // Somebody who lost their credential, the scope, or to a policy while their body arrived does nothing with it any more.
      if (this.clock.now() - began >= REVOKED_WITHIN)
        await this.#check(route, await this.#identify(request, context), context);
      const { restrictions, workspaceId, record } = context;
      if (restrictions && route.body) await this.records.refuseNamed(restrictions, workspaceId, request.body, record);
      return true;
    } catch (error) {
      await this.pipeline.release(request);
      throw error;
    }
  }

  /** Whose request it is, or 401. */
  async #identify(request: Request, context: RequestContext): Promise<Credential> {
    const credential = await this.authentication.identify(request).catch(async (error: unknown) => {
      if (error instanceof TwoCredentials) await this.#noteBoth(error, request, context);
      throw error;
    });
    context.credential = credential;
    context.workspaceId = credential.workspace_id;
    context.actor = credential.actor;
    const refusal = refusalOf(credential, this.clock.now());
    if (refusal !== null) {
      // Its 401s are noted in the audit trail, so they are bounded too.
      await this.limits.spend(credential.id, null);
      throw unauthorized(refusal);
    }
    return credential;
  }

  /** Has the refusal noted in the workspace of each credential, or once where they share it: in the name of the first. */
  async #noteBoth(error: TwoCredentials, request: Request, context: RequestContext): Promise<void> {
    for (const { id } of error.genuine) await this.limits.spend(id, null);
    const [first, second] = error.genuine;
    if (!first) return;
    Object.assign(context, { workspaceId: first.workspace_id, actor: first.actor });
    if (!second || second.workspace_id === first.workspace_id) return;
    const { requestId, ip, userAgent, route } = context;
    const other = new RequestContext(requestId, ip, userAgent);
    Object.assign(other, { workspaceId: second.workspace_id, actor: second.actor, route });
    await runInContext(other, () => this.audit.refused(error, request));
  }

  /** 403 where the scope or the role of an operator is missing, or where a policy denies the route or a record that it has loaded. */
  async #check(route: Route, credential: Credential, context: RequestContext): Promise<void> {
    const { scope } = route;
    if (scope && !credential.scopes.has(scope)) throw lacksScope(scope);
    if (route.endpoint!.resource.forOperators && !credential.isOperator)
      throw forbidden('Only operators have access. An operator is appointed on the command line: user grant-operator.');
    await this.guardrails.apply(credential.workspace_id, credential.principals);
    refuseRoute(route, context);
  }
}

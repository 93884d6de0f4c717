import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentContext } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { forbidden, unauthorized } from '../errors/api-error.js';
import { Pipeline } from '../resource/pipeline.js';
import { Routes } from '../resource/routes.js';
import { Authentication } from './authentication.js';
import { RateLimits } from './rate-limits.js';

/** Before every handler: who is it, is there budget left, does the scope suffice. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly routes: Routes,
    private readonly authentication: Authentication,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly pipeline: Pipeline,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = this.routes.of(execution.getHandler());
    if (!route) return false;
    const context = currentContext();
    context.route = route;
    if (!route.endpoint) return true;

    const http = execution.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const credential = await this.authentication.identify(request, response);
    context.credential = credential;
    context.workspaceId = credential.workspace_id;
    context.actor = credential.actor;
    const expired = credential.expires_at !== null && credential.expires_at <= this.clock.now();
    const refusal = credential.refusal ?? (expired ? 'The credential has expired.' : null);
    if (refusal !== null) {
      // Its 401s are noted in the audit trail, so they are bounded too.
      await this.limits.spend(credential.id, null);
      throw unauthorized(refusal);
    }
    await this.limits.spend(credential.id, response, route.endpoint.heavy);
    if (route.scope && !credential.scopes.has(route.scope)) throw forbidden(`This needs the scope ${route.scope}.`);
    await this.pipeline.prepare(route, request, context);
    return true;
  }
}

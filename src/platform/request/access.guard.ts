import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Exchange, RequestServices } from './exchange.js';
import { admit } from './request-path.js';
import { Routes } from './routes.js';

/** The first guard of every route: takes the request up to its handler (`request-path.ts`). */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly routes: Routes,
    private readonly services: RequestServices,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const route = this.routes.of(execution.getHandler());
    if (!route) return false;
    const context = currentContext();
    const http = execution.switchToHttp();
    context.route = route;
    context.exchange = new Exchange(route, http.getRequest(), http.getResponse(), context, this.services);
    await admit(context.exchange);
    return true;
  }
}

import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { ApiExcludeEndpoint, Public, type PublicOptions } from '../../platform/index.js';
import { Csrf } from './csrf.js';

/** A page: open to everybody, with the reason why, and no part of the API's description. */
export const PublicPage = (reason: string, options?: PublicOptions): MethodDecorator =>
  applyDecorators(Public(reason, options), ApiExcludeEndpoint());

/** 403 unless the form came from a page of ours in this browser and session. */
@Injectable()
class CsrfGuard implements CanActivate {
  constructor(private readonly csrf: Csrf) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    this.csrf.check(request, request.body as URLSearchParams);
    return true;
  }
}

/** The address that the form of a page leads to. The handler gets its fields as `@Body() form: URLSearchParams`, with a good CSRF token. */
export const FormPage = (reason: string): MethodDecorator =>
  applyDecorators(PublicPage(reason, { form: true }), UseGuards(CsrfGuard));

import { applyDecorators, type CanActivate, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { ApiExcludeEndpoint, Public, type PublicOptions } from '../../platform/index.js';
import { Csrf } from './csrf.js';

/** A public page, excluded from OpenAPI. */
export const PublicPage = (reason: string, options?: PublicOptions): MethodDecorator =>
  applyDecorators(Public(reason, options), ApiExcludeEndpoint());

/** 403 unless the form came from our page in this browser and session. */
@Injectable()
class CsrfGuard implements CanActivate {
  constructor(private readonly csrf: Csrf) {}

  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<Request>();
    this.csrf.check(request, request.body as URLSearchParams);
    return true;
  }
}

/** Target of a page form. The handler gets the fields as `@Body() form: URLSearchParams`, after the CSRF check. */
export const FormPage = (reason: string): MethodDecorator =>
  applyDecorators(PublicPage(reason, { form: true }), UseGuards(CsrfGuard));

import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/internal';
import { APP_INTERCEPTOR, DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { contextIfAny } from '../context/request-context.js';
import { respond } from './request-path.js';

/**
 * Runs the interceptors of an `@Endpoint` route inside its unit of work: they see what the handler returns, not the finished
 * answer, and an error of theirs rolls the change back. It is the first global interceptor, so it encloses all others.
 */
class AnswerInterceptor implements NestInterceptor {
  intercept(_execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const exchange = contextIfAny()?.exchange;
    if (!exchange?.route.answers) return next.handle();
    function handler() {
      return lastValueFrom(next.handle(), { defaultValue: undefined });
    }
    return from(respond(exchange, { handler, self: null, args: [] }));
  }
}

/**
 * Installed only if the application has interceptors of its own, because the observables that Nest creates for one double the
 * cost of a read. Otherwise `@Endpoint` calls `respond`.
 */
@Injectable()
export class AnswerInterceptors {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModulesContainer,
  ) {}

  make(): NestInterceptor | null {
    return this.#hasGlobal() || this.#hasOnRoutes() ? new AnswerInterceptor() : null;
  }

  /** Looks for global interceptors other than ours. Nest appends a number to their tokens; request-scoped ones are injectables. */
  #hasGlobal(): boolean {
    const tokens = [...this.modules.values()].flatMap(({ providers, injectables }) => [
      ...providers.keys(),
      ...injectables.keys(),
    ]);
    return tokens.filter((token) => String(token).startsWith(`${APP_INTERCEPTOR} (`)).length > 1;
  }

  #hasOnRoutes(): boolean {
    return this.discovery.getControllers().some(({ metatype }) => {
      const { prototype } = metatype as Type<object>;
      const handlers = this.scanner.getAllMethodNames(prototype).map((name) => (prototype as never)[name]);
      return [metatype!, ...handlers].some((target) => Reflect.hasMetadata(INTERCEPTORS_METADATA, target));
    });
  }
}

import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request } from 'express';
import { type Observable, of } from 'rxjs';
import {
  type AccessKind,
  Guardrails,
  type PolicyTarget,
  PROOF_MAX_AGE_SECONDS,
  type Reply,
  UserDirectory,
} from '../../platform/index.js';
import { BrowserSessions, type SignedInBrowser } from '../pages/browser-session.js';
import { Pages } from '../pages/pages.js';
import { users } from '../users/user.resource.js';

interface Options {
  /** A policy may deny this to the user: 403. */
  asks?: readonly [ask: AccessKind, resource: PolicyTarget];
  /** Needs a recent proof of identity. Users without one sign in again, and come back to this path. */
  proof?: string;
}

const current = new WeakMap<Request, SignedInBrowser>();

/** Lets the user of a browser in, or sends them to sign in. */
@Injectable()
export class AccountEntrance {
  constructor(
    private readonly pages: Pages,
    private readonly browsers: BrowserSessions,
    private readonly guardrails: Guardrails,
    private readonly directory: UserDirectory,
  ) {}

  /** Null: the user may enter. */
  async enter(request: Request, { asks, proof }: Options): Promise<Reply | null> {
    const { root } = this.pages;
    const found = await this.browsers.current(request);
    if (!found) return this.pages.goTo(`/sign-in?return_to=${root}/account`);
    const { user, session } = found;
    if (asks) await this.ask(...asks, found);
    current.set(request, found);
    if (proof === undefined || this.browsers.proofAge(session) <= PROOF_MAX_AGE_SECONDS) return null;
    const query = new URLSearchParams({
      prompt: 'login',
      done: 'proof',
      workspace: user.workspace_id,
      login_hint: user.email,
      return_to: `${root}${proof}`,
    });
    return this.pages.goTo(`/sign-in?${query}`);
  }

  /** 403 where a policy denies it to the user. */
  async ask(ask: AccessKind, resource: PolicyTarget, { user: { workspace_id, id } }: SignedInBrowser): Promise<void> {
    const restrictions = await this.guardrails.of(workspace_id, await this.directory.namesOf(`user:${id}`));
    restrictions?.refuse(resource, ask, resource === users ? { id } : undefined);
  }
}

/** A page for the user who is signed in with this browser. The handler takes them as `@Current()`. */
export function SignedIn(options: Options): MethodDecorator {
  @Injectable()
  class SignedInInterceptor implements NestInterceptor {
    constructor(private readonly entrance: AccountEntrance) {}

    async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
      const refusal = await this.entrance.enter(execution.switchToHttp().getRequest(), options);
      return refusal ? of(refusal) : next.handle();
    }
  }
  return UseInterceptors(SignedInInterceptor);
}

export const Current = createParamDecorator((_: unknown, execution: ExecutionContext) =>
  current.get(execution.switchToHttp().getRequest())!,
);

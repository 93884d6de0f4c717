import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiBody,
  ApiConsumes,
  ApiExcludeEndpoint,
  ApiOkResponse,
  ApiOperation,
  currentContext,
  networkOf,
  Public,
  RateLimits,
  Reply,
  Settings,
} from '../../platform/index.js';
import { FormPage } from '../pages/public-page.js';
import { Failures } from '../sign-in/failures.js';
import { AuthorizationServer } from './authorization-server.js';
import { InteractionsService } from './interactions.service.js';
import {
  ApiAuthorization,
  ApiOAuthErrors,
  AUTHORIZE,
  FORM,
  REVOCATION,
  TOKEN_REQUEST,
  TOKENS,
} from './oauth.description.js';
import { metadataOf } from './oauth.metadata.js';

/** Maximum body of token requests. The library has a lower limit with its own error. */
const MAX_BODY = 64 * 2 ** 10;

/**
 * Failed token requests and revocations per IP address and minute. Bounded, because those of known clients are recorded in the
 * audit trail.
 */
const MAX_FAILURES_PER_MINUTE = 30;

@Controller()
export class OAuthController {
  readonly #refusedTokens: Failures;
  readonly #refusedRevocations: Failures;

  constructor(
    private readonly server: AuthorizationServer,
    private readonly interactions: InteractionsService,
    private readonly settings: Settings,
    limits: RateLimits,
  ) {
    this.#refusedTokens = new Failures(limits.limiter('oauth-token', MAX_FAILURES_PER_MINUTE, 60));
    this.#refusedRevocations = new Failures(limits.limiter('oauth-revoke', MAX_FAILURES_PER_MINUTE, 60));
  }

  @Get('.well-known/oauth-authorization-server')
  @Public('Clients read the endpoints of the authorization server here.')
  @ApiOperation({ operationId: 'oauthMetadata', summary: 'Metadata of the authorization server (RFC 8414)' })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The metadata.' })
  metadata(): Reply {
    const headers = { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' };
    return new Reply(200, headers, JSON.stringify(metadataOf(this.settings.BASE_URL)));
  }

  @Get('oauth/authorize')
  // Rate-limited, because a request needs no credential and is stored for an hour.
  @Public('Clients redirect users here to request access; the users sign in first.', { budgets: ['address'] })
  @ApiOperation({ summary: 'Ask a user for access', description: AUTHORIZE })
  @ApiAuthorization()
  async authorize(@Req() request: Request, @Res() response: Response) {
    const signIn = await this.interactions.signInFirst(request);
    if (signIn) signIn.send(response);
    else await this.server.handle(request, response);
  }

  @Get('oauth/authorize/:uid')
  @Public('Users continue here after sign-in or consent; a cookie binds the request to their browser.')
  @ApiExcludeEndpoint()
  resume(@Req() request: Request, @Res() response: Response) {
    return this.server.handle(request, response);
  }

  @Post('oauth/token')
  @Public('The request authenticates the client.', { bytes: MAX_BODY })
  @ApiOperation({ summary: 'Exchange a code or refresh token for new tokens' })
  @ApiConsumes(FORM)
  @ApiBody({ schema: TOKEN_REQUEST })
  @ApiOkResponse({ schema: TOKENS, description: 'The tokens.' })
  @ApiOAuthErrors()
  async token(@Req() request: Request, @Res() response: Response) {
    await this.#bounded(this.#refusedTokens, request, response);
  }

  @Post('oauth/revoke')
  // The body is read before the attempt begins, so that slow bodies do not block others from the same address.
  @Public('The request authenticates the client.', { bytes: MAX_BODY })
  @ApiOperation({ summary: 'Revoke a token (RFC 7009)' })
  @ApiConsumes(FORM)
  @ApiBody({ schema: REVOCATION })
  @ApiOkResponse({ description: 'The token is revoked, or did not exist.' })
  @ApiOAuthErrors()
  async revoke(@Req() request: Request, @Res() response: Response) {
    await this.#bounded(this.#refusedRevocations, request, response);
  }

  @Get('oauth/interactions/:uid')
  @Public('Users sign in or consent here; a cookie binds the request to their browser.')
  @ApiExcludeEndpoint()
  show(@Req() request: Request, @Res({ passthrough: true }) response: Response, @Param('uid') uid: string) {
    return this.interactions.show(request, response, uid);
  }

  @Post('oauth/interactions/:uid')
  @FormPage('Users decide on consent here; the session and a CSRF token authenticate the decision.')
  decide(
    @Body() form: URLSearchParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('uid') uid: string,
  ) {
    return this.interactions.decide(request, response, uid, form.get('decision'));
  }

  /**
   * 429 after too many failures from an IP address. Successful requests are not limited, because an office may share one
   * address.
   */
  async #bounded(failures: Failures, request: Request, response: Response): Promise<void> {
    await failures.attempt(networkOf(currentContext().ip), async () => {
      await this.#asClient(request, response);
      const { statusCode } = response;
      return statusCode >= 400 && statusCode < 500 ? null : statusCode;
    });
  }

  #asClient(request: Request, response: Response): Promise<void> {
    currentContext().actor = { type: 'oauth_client', id: null, email: null };
    return this.server.handle(request, response);
  }
}

import { applyDecorators } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '../../platform/index.js';

/** OpenAPI of the OAuth endpoints. Their bodies are forms, so no class declares them. */
export const FORM = 'application/x-www-form-urlencoded';

export const AUTHORIZE =
  'Users are sent here by a client. They come back to `redirect_uri` with `code`, `state` and `iss`, or with `error`.';

const text = (description: string) => ({ type: 'string', description });

const client = {
  client_id: text('The client.'),
  client_secret: text('Secret of a confidential client that does not send it in `Authorization: Basic`.'),
};

export const TOKEN_REQUEST = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['authorization_code', 'refresh_token'],
      description: 'Grant type of the request.',
    },
    ...client,
    code: text('With authorization_code: the code; valid once, for a minute.'),
    redirect_uri: text('With authorization_code: the redirect URI of the authorization request.'),
    code_verifier: text('With authorization_code: the PKCE code verifier.'),
    resource: text('Resource that the access token is for (RFC 8707). Default: that of the authorization request.'),
    refresh_token: text('With refresh_token: the token; valid once. The response has its replacement.'),
    scope: text('With refresh_token: a subset of the scopes for this access token.'),
  },
};

export const TOKENS = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
  properties: {
    access_token: text('Access token, for `Authorization: Bearer …`.'),
    token_type: { type: 'string', const: 'Bearer', description: 'Token type: bearer.' },
    expires_in: { type: 'integer', description: 'Lifetime of the access token in seconds.' },
    refresh_token: text('Refresh token; valid once.'),
    scope: text('Granted scopes, separated by spaces.'),
  },
};

export const REVOCATION = {
  type: 'object',
  required: ['token'],
  properties: { token: text('An access or refresh token.'), token_type_hint: text('Kind of the token.'), ...client },
};

const ERROR = {
  type: 'object',
  required: ['error', 'request_id'],
  properties: {
    error: { ...text('Error code of RFC 6749.'), examples: ['invalid_grant'] },
    error_description: text('Human-readable message.'),
    request_id: text('`X-Request-Id` of the response.'),
  },
};

const failures: Record<number, string> = {
  308: 'The workspace of the client has moved: `Location` is where its authorization server is now.',
  400: 'The request is not valid.',
  401: 'The client is unknown or its authentication failed.',
  408: 'The body arrived too slowly.',
  413: 'The body is larger than 64 KiB.',
  429: 'Too many requests from this address; `Retry-After` says when to try again.',
  500: 'Internal error.',
  503: 'A dependency of the server is not available; `Retry-After` holds the seconds to wait.',
};

/** Errors in the form of RFC 6749. */
export const ApiOAuthErrors = (...statuses: number[]): MethodDecorator =>
  applyDecorators(
    ...(statuses.length ? statuses : Object.keys(failures).map(Number)).map((status) =>
      ApiResponse({ status, description: failures[status]!, schema: ERROR }),
    ),
  );

const parameters: [name: string, required: boolean, description: string][] = [
  ['client_id', true, 'The client.'],
  ['redirect_uri', true, 'Redirect URI: one of the registered URIs of the client.'],
  ['response_type', true, '`code`.'],
  ['scope', false, 'Requested scopes, separated by spaces.'],
  ['max_age', false, 'Seconds since the last proof of identity; users whose proof is older sign in again (RFC 9470).'],
  ['prompt', false, '`login`: users sign in again. `consent`: they agree again. `none`: no page is shown.'],
  [
    'resource',
    false,
    'Resource that the token is for (RFC 8707): the address of the server, its `/v1` or its `/mcp`. Default: all of it.',
  ],
  ['state', false, 'Opaque value that the redirect returns unchanged.'],
  ['code_challenge', true, 'PKCE code challenge: SHA-256 of the code verifier in base64url.'],
  ['code_challenge_method', true, '`S256`.'],
];

/** Documents the authorization endpoint: its query parameters and its redirects. */
export const ApiAuthorization = (): MethodDecorator =>
  applyDecorators(
    ...parameters.map(([name, required, description]) => ApiQuery({ name, required, description, type: String })),
    ApiResponse({ status: 302, description: 'Redirect to the consent page, or back to the client.' }),
    ApiOAuthErrors(308, 400, 429, 500, 503),
    ApiResponse({ status: 'default', description: 'Error page for browsers.' }),
  );

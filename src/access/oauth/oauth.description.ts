import { applyDecorators } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '../../platform/index.js';

/** How /openapi.json describes the endpoints for clients. Their bodies are forms, so no class declares them. */
export const FORM = 'application/x-www-form-urlencoded';

export const AUTHORIZE =
  'Users are sent here by a client. They come back to `redirect_uri` with `code`, `state` and `iss`, or with `error`.';

const text = (description: string) => ({ type: 'string', description });

const client = {
  client_id: text('The client.'),
  client_secret: text('Of a confidential client that does not send it in `Authorization: Basic`.'),
};

export const TOKEN_REQUEST = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: {
      type: 'string',
      enum: ['authorization_code', 'refresh_token'],
      description: 'What the new tokens are asked for with.',
    },
    ...client,
    code: text('With authorization_code: works once, for a minute.'),
    redirect_uri: text('With authorization_code: the one that the user was sent back to.'),
    code_verifier: text('With authorization_code: what the challenge was made from.'),
    refresh_token: text('With refresh_token: works once, and is replaced by the one in the answer.'),
    scope: text('With refresh_token: fewer scopes for this access token.'),
  },
};

export const TOKENS = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope'],
  properties: {
    access_token: text('Goes into `Authorization: Bearer …`.'),
    token_type: { type: 'string', const: 'Bearer', description: 'Whoever has the token may use it.' },
    expires_in: { type: 'integer', description: 'Seconds that the access token lives.' },
    refresh_token: text('Gets the next tokens, once.'),
    scope: text('What of the asked scopes was given, separated by spaces.'),
  },
};

export const REVOCATION = {
  type: 'object',
  required: ['token'],
  properties: { token: text('An access or refresh token.'), token_type_hint: text('Which of both.'), ...client },
};

const ERROR = {
  type: 'object',
  required: ['error', 'request_id'],
  properties: {
    error: { ...text('A word of RFC 6749 for what is wrong.'), examples: ['invalid_grant'] },
    error_description: text('The same in words, for people.'),
    request_id: text('`X-Request-Id` of the answer.'),
  },
};

const failures: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The client is not known, or could not prove that it is the one.',
  413: 'The body is larger than 64 KiB.',
  429: 'Too many requests from this address; `Retry-After` says when to try again.',
  500: 'Something went wrong on our side.',
  503: 'Something that the service stands on is away; `Retry-After` says when to try again.',
};

/** Errors in the form of RFC 6749. */
export const ApiOAuthErrors = (...statuses: number[]): MethodDecorator =>
  applyDecorators(
    ...(statuses.length ? statuses : Object.keys(failures).map(Number)).map((status) =>
      ApiResponse({ status, description: failures[status]!, schema: ERROR }),
    ),
  );

const asked: [name: string, required: boolean, description: string][] = [
  ['client_id', true, 'The client.'],
  ['redirect_uri', true, 'Where the user goes back to: one of the addresses that the client has.'],
  ['response_type', true, '`code`.'],
  ['scope', false, 'What the client asks for, separated by spaces.'],
  ['state', false, 'Comes back as it is.'],
  ['code_challenge', true, 'SHA-256 of the code verifier, in base64url (PKCE).'],
  ['code_challenge_method', true, '`S256`.'],
];

/** What a client asks for in the address that it sends users to, and what becomes of it. */
export const ApiAuthorization = (): MethodDecorator =>
  applyDecorators(
    ...asked.map(([name, required, description]) => ApiQuery({ name, required, description, type: String })),
    ApiResponse({ status: 302, description: 'To the page where the user decides, or back to the client.' }),
    ApiOAuthErrors(400, 429, 500, 503),
    ApiResponse({ status: 'default', description: 'To a browser, a page that says why it cannot go on.' }),
  );

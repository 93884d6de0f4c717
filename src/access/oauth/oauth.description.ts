/** How /openapi.json describes the endpoints for clients. Their bodies are forms, so no class declares them. */
export const FORM = 'application/x-www-form-urlencoded';

export const AUTHORIZE =
  'Users are sent here with `client_id`, `redirect_uri`, `response_type=code`, `scope`, `state`, `code_challenge` and ' +
  '`code_challenge_method=S256`. They come back to `redirect_uri` with `code`, `state` and `iss`, or with `error`.';

const text = (description: string) => ({ type: 'string', description });

const client = {
  client_id: text('The client.'),
  client_secret: text('Of a confidential client that does not send it in `Authorization: Basic`.'),
};

export const TOKEN_REQUEST = {
  type: 'object',
  required: ['grant_type'],
  properties: {
    grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
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
    token_type: { type: 'string', const: 'Bearer' },
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

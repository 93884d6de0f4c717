import type { Settings } from '../config/settings.js';
import type { ErrorStatus } from '../errors/api-error.js';
import { scopesInWords } from '../security/apps.js';
import { errorResponse, errors } from './error-responses.js';
import { headerRefs, headers, parameters } from './headers.js';
import type { Json } from './schemas.js';

/** The components of the document, but for the schemas. */
export function components({ BASE_URL }: Settings): Json {
  const shared = Object.entries(errors).filter(([status]) => status !== '405');
  return {
    responses: {
      ...Object.fromEntries(shared.map(([status, { name }]) => [name, errorResponse(Number(status) as ErrorStatus)])),
      ProofTooOld: {
        ...errorResponse(401),
        description:
          `${errors[401].description} Or the user's last proof of identity is older than 15 minutes: the code is ` +
          '`REAUTHENTICATION_REQUIRED`, and `WWW-Authenticate` has `error="insufficient_user_authentication"` and `max_age`.',
      },
      PendingReview: {
        description: 'A policy asks for approvals. Nothing was changed: the request runs once it is approved.',
        headers: headerRefs('X-Request-Id', 'Location'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/PendingReview' } } },
      },
      DeliveryTaken: { description: 'Taken.' },
      DeliveryRefused: {
        description: 'Refused, as with any other status: the delivery is retried, up to five times within 24 hours.',
      },
    },
    headers,
    parameters,
    securitySchemes: {
      ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key, `wsk_…`.' },
      Bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key.' },
      OAuth2: {
        type: 'oauth2',
        description:
          'Authorization code with PKCE (S256), on behalf of a user. An access token expires after an hour. Its scopes are the ' +
          'consented ones that the current roles of the user still grant.',
        flows: {
          authorizationCode: {
            authorizationUrl: `${BASE_URL}/oauth/authorize`,
            tokenUrl: `${BASE_URL}/oauth/token`,
            refreshUrl: `${BASE_URL}/oauth/token`,
            scopes: scopesInWords(),
          },
        },
      },
    },
  };
}

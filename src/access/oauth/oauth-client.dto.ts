import { ValidateBy } from 'class-validator';
import { Choice, Id, Text, Texts, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { SCOPES } from '../../platform/security/credential.js';
import { CLIENT_TYPES } from './oauth-client.resource.js';
import { flawOf } from './redirect-uri.js';

const MAX_URI = 2048;

const redirectUris = { minItems: 1, maxItems: 20, maxLength: MAX_URI };
const scopes = { minItems: 1, maxItems: 12, maxLength: 40, among: Object.keys(SCOPES) };

/** Every address must be one that a client of this type may have. */
const MayBeRedirectedTo = () =>
  ValidateBy({
    name: 'invalid_value',
    validator: {
      validate: (uris, args) => flawIn(uris, args!.object) === null,
      defaultMessage: (args) => `$property: ${flawIn(args!.value, args!.object)}`,
    },
  });

function flawIn(uris: string[], client: object): string | null {
  for (const uri of uris) {
    const flaw = flawOf(uri, (client as CreateOAuthClient).type === 'public');
    if (flaw) return `${uri} ${flaw}`;
  }
  return null;
}

export class CreateOAuthClient {
  @Text() name: string;
  @Choice(CLIENT_TYPES) type: 'public' | 'confidential';
  @Texts(redirectUris) @MayBeRedirectedTo() redirect_uris: string[];
  @Texts(scopes) scopes: string[];
}

/** What kind of client it is stays as it was registered. */
export class UpdateOAuthClient {
  @Text({ optional: true }) name?: string;
  @Texts({ ...redirectUris, optional: true }) redirect_uris?: string[];
  @Texts({ ...scopes, optional: true }) scopes?: string[];
}

export class OAuthClientQuery extends PageQuery {
  static override sorts = ['created_at'];
  static override always = (): [string, ...unknown[]] => ['revoked_at is null'];
}

/** Of D-RUN-4. */
export class OAuthClientView {
  @Id('cli') client_id: string;
  @Text() name: string;
  @Texts(redirectUris) redirect_uris: string[];
  @Texts(scopes) scopes: string[];
  @Choice(CLIENT_TYPES) type: string;
  @Timestamp() created_at: string;
}

/** The only answer that shows the secret itself. */
export class NewOAuthClientView extends OAuthClientView {
  @Text({ optional: true, description: 'Of a confidential client. It is shown once.' }) client_secret?: string;
}

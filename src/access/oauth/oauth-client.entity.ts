import { ValidateBy } from 'class-validator';
import { allScopes, Choice, RecordEntity, ResourceEntity, Text, Texts, Timestamp } from '../../platform/index.js';
import { imitates } from './app-names.js';
import { CLIENT_TYPES, oauthClients } from './oauth-client.resource.js';

export const REDIRECT_URIS = {
  minItems: 1,
  maxItems: 20,
  maxLength: 2048,
  description: 'Allowed redirect URIs.',
};

/** Rejects names that would impersonate the product on the consent page. */
const NotOurs = () =>
  ValidateBy({
    name: 'invalid_value',
    validator: {
      validate: (name: string) => !imitates(name),
      defaultMessage: () => '$property must not be the name of the console.',
    },
  });

/** An OAuth client. Its id is the `client_id`. */
@ResourceEntity(oauthClients, 'oauth_clients')
export class OAuthClient extends RecordEntity {
  @NotOurs()
  @Text({ description: 'Name on the consent page.' })
  name: string;
  @Choice(CLIENT_TYPES, {
    description: 'confidential: a client that can keep a secret. public: an app or page that cannot.',
  })
  type: 'public' | 'confidential';
  /** SHA-256 of the secret, in hex; null for public clients. */
  @Text({ nullable: true, audit: 'nothing' }) secret_hash: string | null;
  /** Hash of the previous secret, valid until the given time. */
  @Text({ nullable: true, audit: 'nothing' }) previous_secret_hash: string | null;
  @Timestamp({ nullable: true, description: 'Expiry of the secret before the last rotation.' })
  previous_secret_expires_at: string | null;
  @Texts(REDIRECT_URIS) redirect_uris: string[];
  @Texts({
    minItems: 1,
    maxItems: 12,
    maxLength: 40,
    among: allScopes(),
    description: 'Scopes that the client may request.',
  })
  scopes: string[];
  @Text({
    max: 2_048,
    nullable: true,
    description:
      'Address of the Client ID Metadata Document of an app that nobody registered, its `client_id`; null for others.',
  })
  metadata_url: string | null;
  /** Scopes listed by the document so far; an admin may have removed some from the client. */
  @Texts({ nullable: true, maxItems: 12, maxLength: 40, audit: 'nothing', derived: true })
  metadata_scopes: string[] | null;
  @Timestamp({ nullable: true }) revoked_at: string | null;
}

import { ValidateBy } from 'class-validator';
import { Id, Int, ListOf, PartialType, PickType, Text, Texts, ViewType } from '../../platform/index.js';
import { OAuthClient, REDIRECT_URIS } from './oauth-client.entity.js';
import { flawOf, flawsOf } from './redirect-uri.js';

/** Validates redirect URIs for the type of the client; reports the indexes of invalid ones. */
const MayBeRedirectedTo = () =>
  ValidateBy({
    name: 'invalid_value',
    validator: {
      validate: (uris: string[], args) => {
        const flaws = flawsOf(uris, isPublic(args!.object)).map(([index]) => index);
        return flaws.length ? (flaws as never) : true;
      },
      defaultMessage: (args) => `$property ${flawOf(args!.value, isPublic(args!.object))}`,
    },
  });

const isPublic = (client: object) => (client as CreateOAuthClient).type === 'public';

export class CreateOAuthClient extends PickType(OAuthClient, ['name', 'type', 'scopes']) {
  @Texts(REDIRECT_URIS) @MayBeRedirectedTo() redirect_uris: string[];
}

/** The type of a client cannot be changed. */
export class UpdateOAuthClient extends PartialType(PickType(OAuthClient, ['name', 'redirect_uris', 'scopes'])) {}

export class OAuthClientQuery extends ListOf(OAuthClient, { sort: ['created_at'] }) {
  static override always = (): [string, ...unknown[]] => ['revoked_at is null'];
}

/** Of D-RUN-4. */
export class OAuthClientView extends ViewType(OAuthClient, [
  'name',
  'redirect_uris',
  'scopes',
  'type',
  'metadata_url',
  'created_at',
]) {
  @Id('cli', { description: 'Id of the client.' }) client_id: string;
}

/** The only answers that show the secret itself. */
export class NewOAuthClientView extends OAuthClientView {
  @Text({ secret: true, optional: true, description: 'Secret of a confidential client. Only this response shows it.' })
  client_secret?: string;
}

export class RotateSecret {
  @Int({ min: 0, max: 604_800, optional: true, description: 'Seconds until the old secret expires.' })
  grace_period_seconds = 86_400;
}

export class RotatedOAuthClientView extends ViewType(OAuthClient, [
  'name',
  'redirect_uris',
  'scopes',
  'type',
  'metadata_url',
  'created_at',
  'previous_secret_expires_at',
]) {
  @Id('cli', { description: 'Id of the client.' }) client_id: string;
  @Text({ secret: true, description: 'The new secret. Only this response shows it.' }) client_secret: string;
}

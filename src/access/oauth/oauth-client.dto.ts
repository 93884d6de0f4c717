import { ValidateBy } from 'class-validator';
import { Id, ListOf, PartialType, PickType, Text, Texts, ViewType } from '../../platform/index.js';
import { OAuthClient, REDIRECT_URIS } from './oauth-client.entity.js';
import { flawOf } from './redirect-uri.js';

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

export class CreateOAuthClient extends PickType(OAuthClient, ['name', 'type', 'scopes']) {
  @Texts(REDIRECT_URIS) @MayBeRedirectedTo() redirect_uris: string[];
}

/** What kind of client it is stays as it was registered. */
export class UpdateOAuthClient extends PartialType(PickType(OAuthClient, ['name', 'redirect_uris', 'scopes'])) {}

export class OAuthClientQuery extends ListOf(OAuthClient, { sort: ['created_at'] }) {
  static override always = (): [string, ...unknown[]] => ['revoked_at is null'];
}

/** Of D-RUN-4. */
export class OAuthClientView extends ViewType(OAuthClient, ['name', 'redirect_uris', 'scopes', 'type', 'created_at']) {
  @Id('cli', { description: 'The id of the client.' }) client_id: string;
}

/** The only answer that shows the secret itself. */
export class NewOAuthClientView extends OAuthClientView {
  @Text({ optional: true, description: 'Of a confidential client. It is shown once.' }) client_secret?: string;
}

import { Choice, Int, ListOf, PartialType, PickType, Text, Texts, ViewType } from '../../platform/index.js';
import { IdentityProvider } from './identity-provider.entity.js';

const FIELDS = [
  'name',
  'issuer',
  'client_id',
  'domains',
  'status',
  'provisioning',
  'default_roles',
  'groups_claim',
  'group_map',
  'enforced',
] as const;

export class CreateIdentityProvider extends PickType(IdentityProvider, [...FIELDS]) {
  @Text({ max: 1_000, optional: true, nullable: true, description: 'Client secret; it is never shown.' })
  client_secret?: string | null;
}

export class UpdateIdentityProvider extends PartialType(CreateIdentityProvider) {}

export class IdentityProviderQuery extends ListOf(IdentityProvider, {
  filter: ['status'],
  sort: ['created_at'],
}) {}

export class IdentityProviderItem extends ViewType(IdentityProvider, ['id', ...FIELDS, 'created_at', 'updated_at']) {}

export class IdentityProviderView extends IdentityProviderItem {
  @Text({ max: 2048, description: 'Redirect URI to register at the provider.' }) redirect_uri: string;
  @Text({ max: 2048, description: 'Back-channel logout URI to register at the provider.' })
  backchannel_logout_uri: string;
}

/** Maximum length of a response shown by a test. */
export const SHOWN_ANSWER = 4_000;

export class ProviderTestView {
  @Choice(['ok', 'failed'], { description: 'Whether the metadata and keys of the provider can be used.' })
  status: string;
  @Text({ max: 1_000, nullable: true, description: 'Why they cannot.' }) message: string | null;
  @Int({ nullable: true, description: 'HTTP status of the answer; null where none came.' })
  answer_status: number | null;
  @Text({ max: SHOWN_ANSWER, nullable: true, description: 'The beginning of the answer.' }) answer: string | null;
  @Text({ max: 2048, nullable: true, description: 'Issuer that the provider calls itself.' }) issuer: string | null;
  @Text({ max: 2048, nullable: true, description: 'Where users are sent to sign in.' })
  authorization_endpoint: string | null;
  @Text({ max: 2048, nullable: true, description: 'Where codes are exchanged.' }) token_endpoint: string | null;
  @Text({ max: 2048, nullable: true, description: 'Keys of the provider.' }) jwks_uri: string | null;
  @Int({ nullable: true, description: 'Number of keys there.' }) keys: number | null;
  @Texts({ maxItems: 50, maxLength: 50, description: 'Algorithms with which the provider signs ID tokens.' })
  signing_algorithms: string[];
}

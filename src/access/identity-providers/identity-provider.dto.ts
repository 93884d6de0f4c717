import {
  Choice,
  Int,
  ListOf,
  NestedList,
  PartialType,
  PickType,
  Text,
  Texts,
  Timestamp,
  ViewType,
} from '../../platform/index.js';
import { IdentityProvider } from './identity-provider.entity.js';
import { PROVED_BY, type ProvedDomain } from './proved-domain.repository.js';

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

/** The state of an e-mail domain of a provider. */
export class DomainProofView {
  @Text({ max: 253, description: 'The domain.', example: 'example.com' }) domain: string;
  @Choice(['proved', 'unproved'], {
    description:
      'Whether the workspace has proved that it owns the domain. An unproved one works at the sign-in address of the workspace only.',
  })
  status: string;
  @Timestamp({ nullable: true, description: 'Time of the proof.' }) proved_at: string | null;
  @Choice(PROVED_BY, { nullable: true, description: 'By a TXT record (`dns`), or by the operator of the server.' })
  proved_by: ProvedDomain['proved_by'] | null;
  @Text({ max: 300, description: 'Name of the TXT record to set.', example: '_workspace-suite.example.com' })
  record_name: string;
  @Text({ max: 100, description: 'Value of the TXT record to set.' }) record_value: string;
}

export class VerifyDomain {
  @Text({ max: 253, description: 'The domain, one of those of the provider.', example: 'example.com' }) domain: string;
}

export class IdentityProviderView extends IdentityProviderItem {
  @Text({ max: 2048, description: 'Redirect URI to register at the provider.' }) redirect_uri: string;
  @Text({ max: 2048, description: 'Back-channel logout URI to register at the provider.' })
  backchannel_logout_uri: string;
  @NestedList(() => DomainProofView, { maxItems: 50, description: 'The state of each domain.' })
  domain_proofs: DomainProofView[];
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

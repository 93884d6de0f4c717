import {
  Choice,
  eachItem,
  Flag,
  Id,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
} from '../../platform/index.js';
import { Roles } from '../roles/roles.fields.js';
import { identityProviders, PROVIDER_STATUSES, PROVISIONING } from './identity-provider.resource.js';
import { isPublicMailDomain } from './public-mail-domains.js';

const DOMAIN = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;

/** Maps a value of the groups claim to a group. */
export class GroupMapping {
  @Text({ description: 'Value in the groups claim.', example: 'sales-team' }) value: string;
  @Id('grp', { description: 'Group whose members have it.' }) group_id: string;
}

/** An OpenID Connect provider for sign-in. */
@ResourceEntity(identityProviders, 'identity_providers')
export class IdentityProvider extends RecordEntity {
  @Text({ max: 100, description: 'Name on the button of the sign-in page.', example: 'Acme' }) name: string;
  @Text({
    max: 2048,
    description: 'Issuer; its metadata is at `/.well-known/openid-configuration` under it.',
    example: 'https://login.example.com',
  })
  issuer: string;
  @Text({ description: 'Client id that the provider knows this server by.' }) client_id: string;
  /** Encrypted. */
  @Text({ max: 4_000, nullable: true, audit: 'nothing' }) client_secret: string | null;
  @eachItem('invalid_format', (domain: string) => DOMAIN.test(domain.trim()), '$property must be a domain name.')
  @eachItem(
    'invalid_value',
    (domain: string) => !isPublicMailDomain(domain),
    '$property must not be a public mail domain.',
  )
  @Texts({
    minItems: 1,
    maxItems: 50,
    maxLength: 253,
    description: 'Domains of e-mail addresses that the provider may speak for; no public mail domains.',
    example: ['example.com'],
  })
  domains: string[];
  @Choice(PROVIDER_STATUSES, { default: 'active', description: 'Whether people can sign in there.' })
  status: (typeof PROVIDER_STATUSES)[number];
  @Choice(PROVISIONING, {
    default: 'none',
    description: 'What happens to people without an account: they are refused (`none`), or get one (`create`).',
  })
  provisioning: (typeof PROVISIONING)[number];
  @Roles({ default: [], description: 'Roles of accounts that are created.' }) default_roles: string[];
  @Text({
    max: 100,
    optional: true,
    nullable: true,
    description: 'Claim of the ID token with the groups of the user.',
    example: 'groups',
  })
  groups_claim: string | null;
  @NestedList(() => GroupMapping, {
    default: [],
    maxItems: 200,
    description: 'Groups whose membership follows the claim at each sign-in. Other groups are left alone.',
  })
  group_map: GroupMapping[];
  @Flag({
    default: false,
    description:
      'Whether people of these domains sign in here only. Owners keep their password, which the audit log tells.',
  })
  enforced: boolean;
}

import { Injectable } from '@nestjs/common';
import {
  AddressPolicy,
  checkUrl,
  currentContext,
  type Detail,
  ForbiddenAddressError,
  InjectStore,
  invalid,
  invalidField,
  isId,
  ResourceService,
  type ResourceStore,
  Secrets,
  Settings,
} from '../../platform/index.js';
import { checkHolds, OWNER } from '../roles/roles.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { DomainProofs } from './domain-proofs.service.js';
import {
  type CreateIdentityProvider,
  type ProviderTestView,
  SHOWN_ANSWER,
  type UpdateIdentityProvider,
} from './identity-provider.dto.js';
import { type GroupMapping, IdentityProvider } from './identity-provider.entity.js';
import { IdentityProviderRepository, type OfferedProvider } from './identity-provider.repository.js';
import { mayBePlain, ProviderClient } from './provider-client.js';

/** Identity providers of workspaces (D-SIGN-1). */
@Injectable()
export class IdentityProviders extends ResourceService<IdentityProvider> {
  constructor(
    @InjectStore(IdentityProvider) store: ResourceStore<IdentityProvider>,
    private readonly client: ProviderClient,
    private readonly addresses: AddressPolicy,
    private readonly repository: IdentityProviderRepository,
    private readonly proofs: DomainProofs,
    private readonly sessions: SessionsService,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
  ) {
    super(store);
    secrets.keptIn('identity_providers', ['client_secret'], { lasting: true });
  }

  override async show(provider: IdentityProvider) {
    return {
      ...provider,
      redirect_uri: this.client.redirectUri(provider),
      backchannel_logout_uri: this.client.backchannelLogoutUri(provider),
      domain_proofs: await this.proofs.of(provider),
    };
  }

  override async create(input: CreateIdentityProvider): Promise<IdentityProvider> {
    return this.store.create((await this.#checked(input)) as CreateIdentityProvider);
  }

  override async update(provider: IdentityProvider, changes: UpdateIdentityProvider): Promise<IdentityProvider> {
    const updated = await this.store.update(provider, await this.#checked(changes));
    if (changes.domains) await this.proofs.releaseUnclaimed();
    // Another issuer cannot end sessions of the one before, and identities start anew.
    if (updated.issuer !== provider.issuer || updated.status === 'inactive')
      await this.sessions.endAllAtProvider(updated);
    return updated;
  }

  override async remove(provider: IdentityProvider): Promise<void> {
    checkHolds(currentContext().credential, [OWNER]);
    await this.store.remove(provider);
    await this.sessions.endAllAtProvider(provider);
    await this.proofs.releaseUnclaimed();
  }

  /** Proves a domain by its TXT record. Needs owner rights, because people of the domain are then led to the provider. */
  async verifyDomain(provider: IdentityProvider, domain: string) {
    checkHolds(currentContext().credential, [OWNER]);
    await this.proofs.verify(provider, domain);
    return this.show(provider);
  }

  /** Fetches the metadata of the provider and returns its response. */
  async test(provider: IdentityProvider): Promise<ProviderTestView> {
    const { answer, metadata, keys, problem } = await this.client.inspect(provider);
    return {
      status: problem === null ? 'ok' : 'failed',
      message: problem === null ? null : `The provider cannot be used: ${problem}`,
      answer_status: answer?.status ?? null,
      answer: answer?.body.slice(0, SHOWN_ANSWER) ?? null,
      issuer: metadata?.issuer ?? null,
      authorization_endpoint: metadata?.authorization_endpoint ?? null,
      token_endpoint: metadata?.token_endpoint ?? null,
      jwks_uri: metadata?.jwks_uri ?? null,
      keys,
      signing_algorithms: metadata?.id_token_signing_alg_values_supported ?? [],
    };
  }

  /** The active provider in any workspace, or null. Continues the request in its workspace. */
  async enter(id: string): Promise<IdentityProvider | null> {
    if (!isId('idp', id)) return null;
    const workspaceId = await this.repository.workspaceOf(id);
    if (workspaceId === null) return null;
    currentContext().workspaceId = workspaceId;
    return this.store.find(id);
  }

  /** Whether there is an active provider: of a workspace, or with a proved domain of any. */
  any(workspaceId: string | null): Promise<boolean> {
    return this.repository.any(workspaceId);
  }

  /** The active providers of a workspace. */
  of(workspaceId: string): Promise<OfferedProvider[]> {
    return this.repository.of(workspaceId);
  }

  /** Active providers for an email address: of one workspace, or of the one that has proved the domain. */
  for(email: string, workspaceId: string | null): Promise<OfferedProvider[]> {
    return this.repository.forDomain(domainOf(email), workspaceId);
  }

  /** Validates and encrypts the input. Needs owner rights. */
  async #checked<T extends UpdateIdentityProvider>({ issuer, client_secret, domains, group_map, ...rest }: T) {
    checkHolds(currentContext().credential, [OWNER]);
    if (issuer !== undefined) await this.#checkIssuer(issuer);
    if (group_map) await this.#checkGroups(group_map);
    return {
      ...rest,
      issuer,
      group_map,
      domains: domains && [...new Set(domains.map((domain) => domain.toLowerCase()))],
      client_secret: client_secret && this.secrets.encrypt(client_secret),
    };
  }

  async #checkIssuer(issuer: string): Promise<void> {
    const checked = checkUrl(issuer, { httpsOnly: !mayBePlain(issuer, this.settings) });
    if (!checked.ok) throw invalidField('issuer', 'invalid_format', `issuer ${checked.reason}.`);
    // OpenID Connect Discovery 1.0, section 3.
    if (/[?#]/.test(issuer))
      throw invalidField('issuer', 'invalid_format', 'issuer must not have a query or fragment.');
    if (/\/\.well-known(\/|$)/i.test(checked.url.pathname))
      throw invalidField(
        'issuer',
        'invalid_format',
        'issuer must not include /.well-known/: its metadata are found there.',
      );
    try {
      await this.addresses.assertReachableAtCreate(checked.url);
    } catch (error) {
      if (!(error instanceof ForbiddenAddressError)) throw error;
      throw invalidField('issuer', 'invalid_value', 'issuer must lead to a public address.');
    }
  }

  async #checkGroups(map: GroupMapping[]): Promise<void> {
    const ids = map.map(({ group_id }) => group_id);
    const known = await this.repository.knownGroups(ids);
    const unknown = ids.flatMap((id, index): Detail[] => {
      const field = `group_map[${index}].group_id`;
      return known.has(id) ? [] : [{ field, code: 'not_found', message: `There is no group ${id}.` }];
    });
    if (unknown.length) throw invalid(unknown);
  }
}

/** The domain of an e-mail address, in lower case. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();

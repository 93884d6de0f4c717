import { Injectable } from '@nestjs/common';
import {
  AddressPolicy,
  checkUrl,
  currentContext,
  Database,
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
import type { CreateIdentityProvider, ProviderTestView, UpdateIdentityProvider } from './identity-provider.dto.js';
import { type GroupMapping, IdentityProvider } from './identity-provider.entity.js';
import { ProviderClient, ProviderRefusal } from './provider-client.js';

/** A provider as the sign-in page shows it. */
export type OfferedProvider = Pick<IdentityProvider, 'id' | 'name' | 'enforced'> & { workspace_name: string };

/** Identity providers of workspaces (D-SIGN-1). */
@Injectable()
export class IdentityProviders extends ResourceService<IdentityProvider> {
  constructor(
    @InjectStore(IdentityProvider) store: ResourceStore<IdentityProvider>,
    private readonly client: ProviderClient,
    private readonly addresses: AddressPolicy,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
  ) {
    super(store);
  }

  override show(provider: IdentityProvider) {
    const redirect_uri = this.client.redirectUri(provider);
    return { ...provider, redirect_uri, backchannel_logout_uri: this.client.backchannelLogoutUri(provider) };
  }

  override async create(input: CreateIdentityProvider): Promise<IdentityProvider> {
    return this.store.create((await this.#checked(input)) as CreateIdentityProvider);
  }

  override async update(provider: IdentityProvider, changes: UpdateIdentityProvider): Promise<IdentityProvider> {
    return this.store.update(provider, await this.#checked(changes));
  }

  override remove(provider: IdentityProvider): Promise<void> {
    checkHolds(currentContext().credential, [OWNER]);
    return this.store.remove(provider);
  }

  /** The provider's answer. */
  async test(provider: IdentityProvider): Promise<ProviderTestView> {
    const none = { authorization_endpoint: null, token_endpoint: null, jwks_uri: null, signing_algorithms: [] };
    try {
      const found = await this.client.metadata(provider);
      return {
        status: 'ok',
        message: null,
        authorization_endpoint: found.authorization_endpoint ?? null,
        token_endpoint: found.token_endpoint ?? null,
        jwks_uri: found.jwks_uri ?? null,
        signing_algorithms: found.id_token_signing_alg_values_supported ?? [],
      };
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      return { status: 'failed', message: `The provider was refused: ${error.message}`, ...none };
    }
  }

  /** The active provider, of whichever workspace, or null. The rest of the request is in its workspace. */
  async enter(id: string): Promise<IdentityProvider | null> {
    if (!isId('idp', id)) return null;
    const [found] = await this.database.read<Pick<IdentityProvider, 'workspace_id'>>(
      `select workspace_id from identity_providers where id = $1 and status = 'active'`,
      [id],
    );
    if (!found) return null;
    currentContext().workspaceId = found.workspace_id;
    return this.store.find(id);
  }

  /** Whether there is an active provider, of a workspace or of any. */
  async any(workspaceId: string | null): Promise<boolean> {
    const found = await this.database.read(
      `select 1 from identity_providers where status = 'active' and ($1::text is null or workspace_id = $1) limit 1`,
      [workspaceId],
    );
    return found.length > 0;
  }

  /** The active providers of a workspace. */
  of(workspaceId: string): Promise<OfferedProvider[]> {
    return this.#offered('p.workspace_id = $1', [workspaceId]);
  }

  /** The active providers that speak for an address, of a workspace or of all. */
  for(email: string, workspaceId: string | null): Promise<OfferedProvider[]> {
    return this.#offered('p.domains @> array[$1] and ($2::text is null or p.workspace_id = $2)', [
      domainOf(email),
      workspaceId,
    ]);
  }

  #offered(condition: string, values: unknown[]): Promise<OfferedProvider[]> {
    return this.database.read<OfferedProvider>(
      `select p.id, p.name, p.enforced, w.name as workspace_name
         from identity_providers p join workspaces w on w.id = p.workspace_id
        where p.status = 'active' and ${condition} order by p.created_at, p.id limit 20`,
      values,
    );
  }

  /** Input as it is stored, if the caller may decide who somebody is and all of it is good. */
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
    const checked = checkUrl(issuer, { httpsOnly: this.settings.APP_ENV === 'production' });
    if (!checked.ok) throw invalidField('issuer', 'invalid_format', `issuer ${checked.reason}.`);
    try {
      await this.addresses.assertReachableAtCreate(checked.url);
    } catch (error) {
      if (!(error instanceof ForbiddenAddressError)) throw error;
      throw invalidField('issuer', 'invalid_value', 'issuer must lead to a public address.');
    }
  }

  async #checkGroups(map: GroupMapping[]): Promise<void> {
    const ids = map.map(({ group_id }) => group_id);
    const found = await this.database.read<{ id: string }>(
      'select id from groups where workspace_id = $1 and id = any($2)',
      [currentContext().workspaceId, ids],
    );
    const known = new Set(found.map(({ id }) => id));
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

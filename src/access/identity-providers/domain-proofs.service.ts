import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import {
  asSystem,
  AuditTrail,
  currentContext,
  Database,
  failure,
  invalidField,
  Settings,
} from '../../platform/index.js';
import type { DomainProofView } from './identity-provider.dto.js';
import type { IdentityProvider } from './identity-provider.entity.js';
import { identityProviders } from './identity-provider.resource.js';
import { type ProvedDomain, ProvedDomainRepository } from './proved-domain.repository.js';
import { isPublicMailDomain } from './public-mail-domains.js';

/** Timeout and tries per name server. */
const DNS_OPTIONS = { timeout: 2_000, tries: 2 };

/** Answers of name servers that mean: there is no such record. */
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

/**
 * Proofs that a workspace owns an e-mail domain: by a TXT record, or by the word of an operator. Only a proved domain leads people
 * from the common sign-in page to a provider (D-SIGN-1).
 */
@Injectable()
export class DomainProofs {
  readonly #resolver = new Resolver(DNS_OPTIONS);

  constructor(
    private readonly repository: ProvedDomainRepository,
    private readonly audit: AuditTrail,
    private readonly database: Database,
    private readonly settings: Settings,
  ) {
    if (settings.DNS_SERVERS) this.#resolver.setServers(settings.DNS_SERVERS);
  }

  /** The state of each domain of a provider, and the record that proves it. */
  async of({ domains }: Pick<IdentityProvider, 'domains'>): Promise<DomainProofView[]> {
    const proved = new Map((await this.repository.of(domains)).map((proof) => [proof.domain, proof]));
    return domains.map((domain) => {
      const { proved_at = null, proved_by = null } = proved.get(domain) ?? {};
      const status = proved_at === null ? 'unproved' : 'proved';
      return { domain, status, proved_at, proved_by, record_name: nameFor(domain), record_value: this.#value() };
    });
  }

  /** Proves a domain of a provider by its TXT record. 409 if the record is missing, or another workspace has the domain. */
  async verify(provider: IdentityProvider, domain: string): Promise<void> {
    if (!provider.domains.includes(domain))
      throw invalidField('domain', 'invalid_value', 'domain must be one of the domains of the provider.');
    if (isPublicMailDomain(domain)) throw failure(identityProviders, 'publicDomain');
    // Nothing is asked of name servers where the answer changes nothing.
    if (await this.#isOurs(domain)) return;
    if (!(await this.#texts(nameFor(domain))).includes(this.#value()))
      throw failure(identityProviders, 'noDomainRecord');
    await this.#add(domain, 'dns', provider.id);
  }

  /** Proves a domain of the current workspace by the word of an operator. Needs a unit of work. */
  async vouch(domain: string): Promise<void> {
    if (isPublicMailDomain(domain)) throw failure(identityProviders, 'publicDomain');
    if (!(await this.repository.isClaimed(domain)))
      throw invalidField('domain', 'not_found', `No identity provider of this workspace has the domain ${domain}.`);
    if (!(await this.#isOurs(domain))) await this.#add(domain, 'operator', null);
  }

  /** Takes a proof away from the workspace that has it, and answers that workspace. */
  async release(domain: string): Promise<string> {
    const workspaceId = await this.repository.workspaceOf(domain);
    if (workspaceId === null)
      throw invalidField('domain', 'not_found', `No workspace has proved the domain ${domain}.`);
    await asSystem(workspaceId, () =>
      this.database.transaction(async () => {
        await this.repository.remove(domain);
        await this.#note('domain_released', null, { from: domain, to: null });
      }),
    );
    return workspaceId;
  }

  /** Releases the domains that no provider of the workspace has any more. Needs a unit of work. */
  releaseUnclaimed(): Promise<void> {
    return this.repository.removeUnclaimed();
  }

  /** Whether the current workspace has proved a domain. 409 if another one has. */
  async #isOurs(domain: string): Promise<boolean> {
    const owner = await this.repository.workspaceOf(domain);
    if (owner !== null && owner !== currentContext().workspaceId) throw failure(identityProviders, 'domainTaken');
    return owner !== null;
  }

  async #add(domain: string, by: ProvedDomain['proved_by'], providerId: string | null): Promise<void> {
    // Another request may have been quicker.
    if (!(await this.repository.add(domain, by)) && (await this.#isOurs(domain))) return;
    await this.#note('domain_proved', providerId, { from: null, to: domain });
  }

  #note(verb: string, resource_id: string | null, domain: { from: string | null; to: string | null }): Promise<void> {
    const { type } = identityProviders;
    return this.audit.note({
      action: `${type}.${verb}`,
      resource_type: type,
      resource_id,
      outcome: 'success',
      changes: { domain },
    });
  }

  /** The TXT records of a name, each joined. 409 if the name servers do not answer. */
  async #texts(name: string): Promise<string[]> {
    try {
      return (await this.#resolver.resolveTxt(name)).map((strings) => strings.join(''));
    } catch (error) {
      if (NO_RECORD.includes((error as NodeJS.ErrnoException).code!)) return [];
      throw failure(identityProviders, 'noNameServer');
    }
  }

  /** The token is of this deployment and workspace, so a record proves a domain nowhere else. It need not be secret. */
  #value(): string {
    const token = createHash('sha256').update(`${this.settings.BASE_URL}\n${currentContext().workspaceId}`);
    return `workspace-suite=${token.digest('hex').slice(0, 40)}`;
  }
}

/** The name of the TXT record that proves a domain. */
const nameFor = (domain: string): string => `_workspace-suite.${domain}`;

import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database } from '../../platform/index.js';

export const PROVED_BY = ['dns', 'operator'] as const;

/** A domain that a workspace has proved. */
export interface ProvedDomain {
  domain: string;
  /** ISO 8601. */
  proved_at: string;
  proved_by: (typeof PROVED_BY)[number];
}

/** Proved domains. Raw SQL, because they are unique across workspaces. */
@Injectable()
export class ProvedDomainRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The proved ones among these domains of the current workspace. */
  of(domains: readonly string[]): Promise<ProvedDomain[]> {
    return this.database.read<ProvedDomain & { [column: string]: unknown }>(
      'select domain, proved_at, proved_by from proved_domains where workspace_id = $1 and domain = any($2)',
      [currentContext().workspaceId, domains],
    );
  }

  /** Stores a proof. False if the domain is proved already, in any workspace. Needs a unit of work. */
  async add(domain: string, by: ProvedDomain['proved_by']): Promise<boolean> {
    const added = await this.database.write(
      `insert into proved_domains (workspace_id, domain, proved_at, proved_by) values ($1, $2, $3, $4)
       on conflict do nothing returning 1`,
      [currentContext().workspaceId, domain, this.clock.iso(), by],
    );
    return added.length > 0;
  }

  /** The workspace that has proved a domain, or null. */
  async workspaceOf(domain: string): Promise<string | null> {
    const [found] = await this.database.read<{ workspace_id: string }>(
      'select workspace_id from proved_domains where domain = $1',
      [domain],
    );
    return found?.workspace_id ?? null;
  }

  /** Whether a provider of the current workspace has this domain. */
  async isClaimed(domain: string): Promise<boolean> {
    const found = await this.database.read(
      'select 1 from identity_providers where workspace_id = $1 and domains @> array[$2] limit 1',
      [currentContext().workspaceId, domain],
    );
    return found.length > 0;
  }

  /** Removes a proof. Needs a unit of work. */
  async remove(domain: string): Promise<void> {
    await this.database.write('delete from proved_domains where workspace_id = $1 and domain = $2', [
      currentContext().workspaceId,
      domain,
    ]);
  }

  /** Removes the proofs of domains that no provider of the workspace has any more, so that others can prove them. Needs a unit of work. */
  async removeUnclaimed(): Promise<void> {
    await this.database.write(
      `delete from proved_domains d
        where d.workspace_id = $1 and not exists (
              select from identity_providers p where p.workspace_id = d.workspace_id and p.domains @> array[d.domain])`,
      [currentContext().workspaceId],
    );
  }
}

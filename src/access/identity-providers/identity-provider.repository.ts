import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';
import type { IdentityProvider } from './identity-provider.entity.js';

/** A provider as the sign-in page shows it. */
export type OfferedProvider = Pick<IdentityProvider, 'id' | 'name' | 'issuer' | 'enforced'> & {
  workspace_name: string;
};

/** Condition that joins providers `p` and the proved domains `d` of their workspace. */
const PROVED = 'd.workspace_id = p.workspace_id and p.domains @> array[d.domain]';

/** Maximum providers on a page. */
const MAX_OFFERED = 20;

/** Active providers of any workspace, for pages before sign-in. Raw SQL, because stores are bound to one workspace. */
@Injectable()
export class IdentityProviderRepository {
  constructor(private readonly database: Database) {}

  /** The workspace of an active provider, or null. */
  async workspaceOf(id: string): Promise<string | null> {
    const [found] = await this.database.read<Pick<IdentityProvider, 'workspace_id'>>(
      `select workspace_id from identity_providers where id = $1 and status = 'active'`,
      [id],
    );
    return found?.workspace_id ?? null;
  }

  /** Whether there is an active provider: of a workspace, or with a proved domain of any. */
  async any(workspaceId: string | null): Promise<boolean> {
    const found = await this.database.read(
      workspaceId === null
        ? `select 1 from proved_domains d join identity_providers p on ${PROVED} where p.status = 'active' limit 1`
        : `select 1 from identity_providers where status = 'active' and workspace_id = $1 limit 1`,
      workspaceId === null ? [] : [workspaceId],
    );
    return found.length > 0;
  }

  /** The active providers of a workspace. */
  of(workspaceId: string): Promise<OfferedProvider[]> {
    return this.#offered('p.workspace_id = $1', [workspaceId]);
  }

  /** Active providers for an email domain: of one workspace, or of the one that has proved the domain. */
  forDomain(domain: string, workspaceId: string | null): Promise<OfferedProvider[]> {
    return workspaceId === null
      ? this.#offered(`exists (select from proved_domains d where d.domain = $1 and ${PROVED})`, [domain])
      : this.#offered('p.domains @> array[$1] and p.workspace_id = $2', [domain, workspaceId]);
  }

  /** Existing groups among these. */
  async knownGroups(ids: readonly string[]): Promise<Set<string>> {
    const found = await this.database.read<{ id: string }>(
      'select id from groups where workspace_id = $1 and id = any($2)',
      [currentContext().workspaceId, ids],
    );
    return new Set(found.map(({ id }) => id));
  }

  #offered(condition: string, values: unknown[]): Promise<OfferedProvider[]> {
    return this.database.read<OfferedProvider>(
      `select p.id, p.name, p.issuer, p.enforced, w.name as workspace_name
         from identity_providers p join workspace_settings w on w.workspace_id = p.workspace_id
        where p.status = 'active' and ${condition} order by p.created_at, p.id limit ${MAX_OFFERED}`,
      values,
    );
  }
}

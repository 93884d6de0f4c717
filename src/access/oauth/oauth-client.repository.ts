import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import type { OAuthClient } from './oauth-client.entity.js';

/** Clients of any workspace. Raw SQL, because a client identifies itself before the workspace is known. */
@Injectable()
export class OAuthClientRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** An active client, or null. Omits the previous secret after its grace period. */
  async find(id: string): Promise<OAuthClient | null> {
    const [client] = await this.database.lookup<OAuthClient>(
      `select workspace_id, id, name, type, secret_hash, redirect_uris, scopes,
              case when previous_secret_expires_at > $2 then previous_secret_hash end as previous_secret_hash
         from oauth_clients where id = $1 and revoked_at is null`,
      [id, this.clock.iso()],
    );
    return client ?? null;
  }

  /** The name of the workspace. */
  async workspaceName(): Promise<string> {
    const [found] = await this.database.read<{ name: string }>(
      'select name from workspace_settings where workspace_id = $1',
      [currentContext().workspaceId],
    );
    return found?.name ?? '';
  }

  /** The client of the workspace with this document URL, revoked or not, or null. */
  async ofUrl(url: string): Promise<Pick<OAuthClient, 'id' | 'revoked_at'> | null> {
    const [client] = await this.database.read<Pick<OAuthClient, 'id' | 'revoked_at'>>(
      'select id, revoked_at from oauth_clients where metadata_url = $1 and workspace_id = $2',
      [url, currentContext().workspaceId],
    );
    return client ?? null;
  }

  /** The most recently changed active client with this URL in any workspace. */
  async connected(url: string): Promise<OAuthClient | null> {
    const [client] = await this.database.read<OAuthClient>(
      `select workspace_id, id, name, redirect_uris, scopes, metadata_url from oauth_clients
        where metadata_url = $1 and revoked_at is null order by updated_at desc limit 1`,
      [url],
    );
    return client ?? null;
  }

  /** Revoked clients with active grants. */
  async endedWithGrants(): Promise<Pick<OAuthClient, 'workspace_id' | 'id'>[]> {
    const { rows } = await this.database.execute<Pick<OAuthClient, 'workspace_id' | 'id'>>(
      `select workspace_id, id from oauth_clients c where revoked_at is not null and ${notFrozen()} and exists (
         select 1 from sessions s where s.workspace_id = c.workspace_id and s.client_id = c.id
            and s.revoked_at is null and s.expires_at > $1)`,
      [this.clock.iso()],
    );
    return rows;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, Database } from '../../platform/index.js';
import type { WorkspaceSummary } from './workspace.dto.js';

export type NamedWorkspace = Pick<WorkspaceSummary, 'id' | 'name'>;

/** Workspaces: the first start and the command line make them, with their settings (`Workspace`). */
@Injectable()
export class WorkspaceRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lets processes that start together wait for each other, until the transaction ends. */
  async lockFirst(): Promise<void> {
    await this.database.write(`select pg_advisory_xact_lock(hashtext('workspace-suite.first-workspace'))`);
  }

  async add({ id, name }: NamedWorkspace): Promise<void> {
    const now = this.clock.iso();
    await this.database.write('insert into workspaces (id, created_at) values ($1, $2)', [id, now]);
    await this.database.write(
      'insert into workspace_settings (workspace_id, id, name, created_at, updated_at) values ($1, $1, $2, $3, $3)',
      [id, name, now],
    );
  }

  async find(id: string): Promise<WorkspaceSummary | null> {
    const [found] = await this.database.lookup<WorkspaceSummary & Record<string, unknown>>(
      'select id, name, time_zone, currency, week_starts_on, language from workspace_settings where workspace_id = $1',
      [id],
    );
    return found ?? null;
  }

  async first(): Promise<NamedWorkspace | null> {
    const [found] = await this.database.read<NamedWorkspace & Record<string, unknown>>(
      'select id, name from workspace_settings order by created_at, id limit 1',
    );
    return found ?? null;
  }

  /** All workspaces, the oldest first. */
  async all(): Promise<(NamedWorkspace & { created_at: string })[]> {
    const sql = 'select id, name, created_at from workspace_settings order by created_at, id';
    return (await this.database.execute<NamedWorkspace & { created_at: string }>(sql)).rows;
  }

  /**
   * The oldest operator key with this name that no request has come with, and its maker; null where there is none. A key that
   * is younger than `seconds` counts only where `alone`, because another process may have just printed it.
   */
  async unusedKey(
    workspaceId: string,
    name: string,
    { alone, seconds }: { alone: boolean; seconds: number },
  ): Promise<{ id: string; owner_id: string; email: string } | null> {
    // The last use is written every five seconds; changes are in the audit trail at once.
    const [unused] = await this.database.read<{ id: string; owner_id: string; email: string }>(
      `select k.id, u.id as owner_id, u.email
         from api_keys k join users u on u.workspace_id = k.workspace_id and u.id = k.created_by
        where k.workspace_id = $1 and k.name = $2 and k.operator and k.revoked_at is null and k.rotated_at is null
          and k.last_used_at is null and ($3 or k.created_at <= $4)
          and not exists (select from audit_entries a where a.workspace_id = k.workspace_id and a.actor_id = k.id)
        order by k.created_at, k.id limit 1`,
      [workspaceId, name, alone, this.clock.iso(-seconds)],
    );
    return unused ?? null;
  }

  /**
   * The oldest owner of the first workspace, and whether they got a link within so many seconds; null where one of its active
   * owners has a password.
   */
  async ownerWithoutPassword(
    role: string,
    seconds: number,
  ): Promise<{ workspace_id: string; id: string; has_link: boolean } | null> {
    const [owner] = await this.database.read<{ workspace_id: string; id: string; has_link: boolean }>(
      `select u.workspace_id, u.id, exists (
                select from user_links l
                 where l.workspace_id = u.workspace_id and l.user_id = u.id and l.created_at > $2) as has_link
         from users u
        where u.workspace_id = (select id from workspaces order by created_at, id limit 1)
          and u.status = 'active' and u.roles @> array[$1] and not exists (
                select from users o
                 where o.workspace_id = u.workspace_id and o.password_hash is not null and o.status = 'active'
                   and o.roles @> array[$1])
        order by u.created_at, u.id limit 1`,
      [role, this.clock.iso(-seconds)],
    );
    return owner ?? null;
  }
}

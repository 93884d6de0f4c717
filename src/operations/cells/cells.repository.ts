import { Injectable } from '@nestjs/common';
import { prefixOf } from '../../access/index.js';
import { Clock, Database, Settings } from '../../platform/index.js';
import type { DeploymentView } from './deployment.dto.js';
import type { DirectoryView } from './directory.dto.js';

/** Workspaces that work here: those that have moved away are elsewhere, and those that have not arrived still are. */
const HOMES = `(select w.id from workspaces w
  where not exists (select from workspace_freezes f where f.workspace_id = w.id and f.moved_to is not null)
    and not exists (select from workspace_moves m where m.workspace_id = w.id and m.state in ('copied', 'arriving')))`;

@Injectable()
export class CellsRepository {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Number of these workspaces, and bytes of the database. */
  async sizes(): Promise<Pick<DeploymentView, 'workspaces' | 'database_bytes'>> {
    const [sizes] = await this.database.read<{ workspaces: number; database_bytes: number }>(
      `select count(*)::int as workspaces, pg_database_size(current_database())::float8 as database_bytes from ${HOMES} home`,
    );
    return sizes!;
  }

  /** Every workspace that works here, by its id. */
  async homes(): Promise<Pick<DirectoryView, 'workspace_id'>[]> {
    return this.database.read<{ workspace_id: string }>(`select id as workspace_id from ${HOMES} home order by 1`);
  }

  /** The entries of these workspaces, in the same order. */
  async entries(ids: readonly string[]): Promise<DirectoryView[]> {
    const found = await this.database.read<DirectoryView & Record<string, unknown>>(
      `select home.id as workspace_id,
         array(select distinct key_prefix from api_keys where workspace_id = home.id and revoked_at is null
           and (expires_at is null or expires_at > $2) order by 1) as key_prefixes,
         array(select domain from proved_domains where workspace_id = home.id order by 1) as domains
       from unnest($1::text[]) with ordinality home (id, place) order by place`,
      [ids, this.clock.iso()],
    );
    return found.map(({ workspace_id, key_prefixes, domains }) => {
      const own = prefixOf(this.settings.keyEnvironment, workspace_id);
      return { workspace_id, key_prefixes: [own, ...key_prefixes.filter((prefix) => prefix !== own)], domains };
    });
  }
}

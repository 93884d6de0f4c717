import { Injectable } from '@nestjs/common';
import { type Bound, Clock, Database, WorkspaceBounds } from '../../platform/index.js';

/** Amounts are exact integers as text. */
export interface WorkspaceUsage extends Record<Bound, string> {
  workspace_id: string;
  name: string;
  frozen_at: string | null;
  moved_to: string | null;
}

const EACH = 'each_workspace.id';

@Injectable()
export class UsageRepository {
  constructor(
    private readonly database: Database,
    private readonly bounds: WorkspaceBounds,
    private readonly clock: Clock,
  ) {}

  /** Usage of every workspace, by stored bytes, the smallest first. */
  all(): Promise<WorkspaceUsage[]> {
    const used = (bound: Bound) => `${this.bounds.sqlOf(bound, EACH, '$1::timestamptz')} as ${bound}`;
    return this.database.read<WorkspaceUsage & Record<string, unknown>>(
      `select ${EACH} as workspace_id, s.name, ${used('storage_bytes')}, ${used('api_keys')}, ${used('sessions')},
              f.frozen_at, f.moved_to
         from workspaces each_workspace join workspace_settings s on s.workspace_id = ${EACH}
           left join workspace_freezes f on f.workspace_id = ${EACH}
        order by storage_bytes, ${EACH}`,
      [this.clock.iso()],
    );
  }
}

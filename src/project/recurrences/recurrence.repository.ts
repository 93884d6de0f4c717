import { Injectable } from '@nestjs/common';
import { Clock, currentContext, Database, notFrozen } from '../../platform/index.js';
import type { Due } from '../due-work/due-work.js';

const BATCH_SIZE = 1_000;

/** Due recurrences. */
@Injectable()
export class RecurrenceRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Recurrences with a due next task. Those of archived projects wait until reactivation. */
  async due(): Promise<Due[]> {
    const { rows } = await this.database.execute<Due>(
      `select r.workspace_id, r.id from recurrences r
         join projects p on p.workspace_id = r.workspace_id and p.id = r.project_id and p.status <> 'archived'
        where r.due_at <= $1 and ${notFrozen('r.workspace_id')} order by r.due_at limit ${BATCH_SIZE}`,
      [this.clock.iso()],
    );
    return rows;
  }

  /** Makes recurrences of finished or deleted tasks due now. Returns whether there are any. */
  async makeDueNow(taskIds: string[]): Promise<boolean> {
    const rows = await this.database.write(
      `update recurrences set due_at = $3
        where workspace_id = $1 and task_id = any($2) and status = 'active' and (due_at is null or due_at > $3) returning id`,
      [currentContext().workspaceId, taskIds, this.clock.iso()],
    );
    return rows.length > 0;
  }

  /** Sets the next due time; null: waits until its task is done or deleted. */
  async wait(id: string, until: string | null): Promise<void> {
    await this.database.write('update recurrences set due_at = $3 where workspace_id = $1 and id = $2', [
      currentContext().workspaceId,
      id,
      until,
    ]);
  }

  /** Deletes the recurrences of a deleted project. */
  async removeAll(projectId: string): Promise<void> {
    await this.database.write('delete from recurrences where workspace_id = $1 and project_id = $2', [
      currentContext().workspaceId,
      projectId,
    ]);
  }
}

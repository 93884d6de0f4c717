import { Injectable } from '@nestjs/common';
import { Database, notFrozen } from '../../platform/index.js';
import type { Application } from '../applications/application.entity.js';

type Place = Pick<Application, 'workspace_id' | 'id' | 'job_id'>;

/** Data about applications in other places than their records. */
@Injectable()
export class PrivacyRepository {
  constructor(private readonly database: Database) {}

  /** Removes the notes that people wrote about it, which may name the candidate. */
  async forgetNotes({ workspace_id, id }: Place): Promise<void> {
    await this.database.write('delete from application_notes where workspace_id = $1 and application_id = $2', [
      workspace_id,
      id,
    ]);
  }

  /** Removes the answers that are saved for repeated requests about it, and the one to its submission. */
  async removeSavedAnswers({ workspace_id, id, job_id }: Place): Promise<void> {
    await this.database.write(
      `delete from idempotency_keys where workspace_id = $1 and path like '/v1/careers/%'
         and (starts_with(path, $2) or (path = $3 and strpos(body, $4) > 0))`,
      [workspace_id, `/v1/careers/applications/${id}/`, `/v1/careers/jobs/${job_id}/applications`, id],
    );
  }

  /** Applications of all workspaces that ended so long ago that their data must go, some of them, without the `failed` ones. */
  async due(now: string, failed: readonly string[], limit: number): Promise<Place[]> {
    const { rows } = await this.database.execute<Place & Record<string, unknown>>(
      `select a.workspace_id, a.id, a.job_id from careers_settings s
         join applications a on a.workspace_id = s.workspace_id and a.ended_at is not null and a.anonymized_at is null
          and a.ended_at <= $1::timestamptz - s.application_retention_days * interval '1 day'
        where s.application_retention_days is not null and a.id <> all($2) and ${notFrozen('a.workspace_id')}
        order by a.ended_at limit ${limit}`,
      [now, failed],
    );
    return rows;
  }
}

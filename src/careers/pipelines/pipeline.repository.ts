import { Injectable } from '@nestjs/common';
import { currentContext, Database, invalidField } from '../../platform/index.js';

/** Questions about pipelines that the store does not answer. What it holds stays as it is until the transaction ends. */
@Injectable()
export class PipelineRepository {
  constructor(private readonly database: Database) {}

  /** Holds the pipeline that a job is to have, or the default one, so that nobody deletes it meanwhile. Answers its id. */
  async hold(id?: string): Promise<string> {
    const [found] = await this.database.write<{ id: string }>(
      `select id from careers_pipelines where workspace_id = $1 and case when $2::text is null then is_default else id = $2 end
       for key share`,
      [currentContext().workspaceId, id ?? null],
    );
    if (!found) throw invalidField('pipeline_id', 'not_found', `There is no pipeline ${id}.`);
    return found.id;
  }

  /** Lets requests that make pipelines, or another one the default, wait for each other. Answers how many there are. */
  async count(): Promise<number> {
    const { workspaceId } = currentContext();
    await this.database.write(`select pg_advisory_xact_lock(hashtextextended('careers pipelines ' || $1, 0))`, [
      workspaceId,
    ]);
    const [row] = await this.database.write<{ n: number }>(
      'select count(*)::int as n from careers_pipelines where workspace_id = $1',
      [workspaceId],
    );
    return row!.n;
  }

  async defaultId(): Promise<string> {
    const [row] = await this.database.write<{ id: string }>(
      'select id from careers_pipelines where workspace_id = $1 and is_default',
      [currentContext().workspaceId],
    );
    return row!.id;
  }

  async hasJobs(id: string): Promise<boolean> {
    const [row] = await this.database.write<{ has: boolean }>(
      'select exists (select from jobs where workspace_id = $1 and pipeline_id = $2) as has',
      [currentContext().workspaceId, id],
    );
    return row!.has;
  }
}

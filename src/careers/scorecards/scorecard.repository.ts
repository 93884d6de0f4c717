import { Injectable } from '@nestjs/common';
import { currentContext, Database } from '../../platform/index.js';

/** The score of applications, which follows from their scorecards. */
@Injectable()
export class ScorecardRepository {
  constructor(private readonly database: Database) {}

  /** Computes it anew. The application must be locked, so that no scorecard of another request is missed. */
  async refresh(applicationId: string): Promise<void> {
    await this.database.write(
      `update applications set score = s.mean, scorecard_count = s.n
         from (select round(avg(overall), 2) as mean, count(overall)::int as n from scorecards
                where workspace_id = $1 and application_id = $2 and recommendation <> 'no_decision') s
        where workspace_id = $1 and id = $2`,
      [currentContext().workspaceId, applicationId],
    );
  }

  /** Removes what interviewers wrote in words of their own, which may tell who the candidate is. */
  async forgetWords(applicationId: string): Promise<void> {
    await this.database.write(
      `update scorecards set notes = '', revision = revision + 1, attributes = coalesce(
         (select jsonb_agg(attribute || '{"note": null}') from jsonb_array_elements(attributes) attribute), '[]')
        where workspace_id = $1 and application_id = $2`,
      [currentContext().workspaceId, applicationId],
    );
  }
}

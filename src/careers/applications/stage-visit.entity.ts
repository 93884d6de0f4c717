import { Choice, defineResource, Id, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';

/** How an application left a stage. */
export const OUTCOMES = ['moved', 'disqualified', 'withdrawn'] as const;

/**
 * Stays of applications in stages: their history. Triggers of the table of applications write it, so each move has one,
 * whatever made it. Nobody asks for one by itself.
 */
const stageVisits = defineResource('careers.stage_visit', { idPrefix: 'vis', userColumns: ['moved_by_id'] });

@ResourceEntity(stageVisits, 'stage_visits')
export class StageVisit extends RecordEntity {
  @Id('app') application_id: string;
  @Id('job') job_id: string;
  @Id('stg') stage_id: string;
  /** As the stage was called then, for when it is renamed or deleted. */
  @Text() stage_name: string;
  @Timestamp() entered_at: string;
  /** Null while the application is there. */
  @Timestamp({ nullable: true }) left_at: string | null;
  @Choice(OUTCOMES, { nullable: true }) outcome: (typeof OUTCOMES)[number] | null;
  @Text() moved_by_type: string;
  @Text({ nullable: true }) moved_by_id: string | null;
  @Text({ max: 500, nullable: true, audit: 'digest' }) note: string | null;
}

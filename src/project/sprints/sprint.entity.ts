import { Choice, DateOnly, Id, LongText, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { sprints, STATUSES } from './sprint.resource.js';

@ResourceEntity(sprints, 'sprints')
export class Sprint extends RecordEntity {
  @Id('prj', { description: 'The project that it is part of.' }) project_id: string;
  @Text({ example: 'Sprint 12', description: 'What it is called.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'What it is to achieve.' }) goal: string;
  @DateOnly({ optional: true, nullable: true, description: 'The day it begins.' }) start_date: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'Its last day; not before `start_date`.' })
  end_date: string | null;
  @Choice(STATUSES, { default: 'planned', description: 'How far it is. A project has one active sprint at most.' })
  status: string;
  @Timestamp({ nullable: true, description: 'When it was started.' }) started_at: string | null;
  @Timestamp({ nullable: true, description: 'When it was completed.' }) completed_at: string | null;
}

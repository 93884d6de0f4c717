import { Choice, DateOnly, Id, LongText, RecordEntity, ResourceEntity, Text, Timestamp } from '../../platform/index.js';
import { sprints, STATUSES } from './sprint.resource.js';

@ResourceEntity(sprints, 'sprints')
export class Sprint extends RecordEntity {
  @Id('prj', { description: 'Project.' }) project_id: string;
  @Text({ example: 'Sprint 12', description: 'Name.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'Goal.' }) goal: string;
  @DateOnly({ optional: true, nullable: true, description: 'First day.' }) start_date: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'Last day; not before `start_date`.' })
  end_date: string | null;
  @Choice(STATUSES, { default: 'planned', description: 'State. A project has at most one active sprint.' })
  status: string;
  @Timestamp({ nullable: true, description: 'Time of the start.' }) started_at: string | null;
  @Timestamp({ nullable: true, description: 'Time of completion.' }) completed_at: string | null;
}

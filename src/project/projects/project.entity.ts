import {
  Choice,
  DateOnly,
  Flag,
  Id,
  LongText,
  Money,
  RecordEntity,
  ResourceEntity,
  Tags,
  Text,
} from '../../platform/index.js';
import { projects, STATUSES } from './project.resource.js';

@ResourceEntity(projects, 'projects')
export class Project extends RecordEntity {
  @Text({ example: 'Website', description: 'Name.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'Description.' }) description: string;
  @Choice(STATUSES, {
    default: 'planning',
    description: 'Status. An archived project cannot be changed.',
  })
  status: string;
  @DateOnly({ optional: true, nullable: true, description: 'First day.' }) start_date: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'Target date; not before `start_date`.' })
  target_date: string | null;
  @Id('usr', {
    optional: true,
    description: 'Owner; always a member with the role admin. Default: the user of the credential.',
  })
  owner_id: string;
  @Id('tpl', { optional: true, nullable: true, description: 'Template of the project.' })
  template_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Flag({ default: false, description: 'Default of `billable` for time entries.' })
  billable: boolean;
  @Money({
    optional: true,
    nullable: true,
    example: 90,
    description: 'Hourly rate of members without their own, in the currency of the settings.',
  })
  hourly_rate: number | null;
}

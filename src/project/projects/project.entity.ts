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
  @Text({ example: 'Website', description: 'What it is called.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'What it is about.' }) description: string;
  @Choice(STATUSES, {
    default: 'planning',
    description: 'Where it stands. Nothing in an archived project can be changed.',
  })
  status: string;
  @DateOnly({ optional: true, nullable: true, description: 'The day it begins.' }) start_date: string | null;
  @DateOnly({ optional: true, nullable: true, description: 'The day it is to be done; not before `start_date`.' })
  target_date: string | null;
  @Id('usr', {
    optional: true,
    description:
      'The user it belongs to, who is always a member with the role admin; you, unless a request names another.',
  })
  owner_id: string;
  @Id('tpl', { optional: true, nullable: true, description: 'The template that it was made from.' })
  template_id: string | null;
  @Tags({ default: [] }) tags: string[];
  @Flag({ default: false, description: 'Whether time of it is billable, where an entry does not say otherwise.' })
  billable: boolean;
  @Money({
    optional: true,
    nullable: true,
    example: 90,
    description: 'For an hour, of members without a rate of their own, in the currency of the settings.',
  })
  hourly_rate: number | null;
}

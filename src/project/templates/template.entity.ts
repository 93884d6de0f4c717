import {
  Choice,
  Id,
  Int,
  LongText,
  NestedList,
  RecordEntity,
  ResourceEntity,
  Text,
  Texts,
} from '../../platform/index.js';
import { MEMBER_ROLES } from '../projects/project.resource.js';
import { PRIORITIES } from '../tasks/task.resource.js';
import { templates } from './template.resource.js';

class TemplateMember {
  @Choice(MEMBER_ROLES, { description: 'A role that somebody is to have in the project.' }) role: string;
}

class TemplateSubtask {
  @Text({ example: 'Ask the customer', description: 'What it is called.' }) title: string;
}

export class TemplateTask {
  @Text({ example: 'Write the specification', description: 'What it is called.' }) title: string;
  @LongText({ max: 10_000, default: '', description: 'What is to be done.' }) description: string;
  @Choice(PRIORITIES, { default: 'none', description: 'How much it matters.' }) priority: string;
  @Texts({ maxItems: 50, maxLength: 50, default: [], example: ['bug'], description: 'What kind of work it is.' })
  labels: string[];
  @Int({
    min: -3650,
    max: 3650,
    nullable: true,
    default: null,
    description: 'Days from the start of the project to the day on which it is due; null: it has no due date.',
  })
  due_offset_days: number | null;
  @NestedList(() => TemplateSubtask, { maxItems: 50, default: [], description: 'Its subtasks.' })
  subtasks: TemplateSubtask[];
}

@ResourceEntity(templates, 'project_templates')
export class Template extends RecordEntity {
  @Text({ example: 'Launch', description: 'What it is called.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'What projects made from it are about.' }) description: string;
  @Int({
    min: 0,
    max: 3650,
    nullable: true,
    default: null,
    description: 'Days from the start of a project to its target date, where a request names none.',
  })
  default_duration_days: number | null;
  @NestedList(() => TemplateMember, { maxItems: 100, default: [], description: 'The roles that are to be filled.' })
  members: TemplateMember[];
  @NestedList(() => TemplateTask, {
    maxItems: 500,
    default: [],
    audit: 'digest',
    description: 'The tasks of a project made from it, with up to 1000 tasks and subtasks in all.',
  })
  tasks: TemplateTask[];
  @Id('usr', { optional: true, description: 'The user who made it.' }) created_by: string;
}

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
  @Choice(MEMBER_ROLES, { description: 'Role to fill in the project.' }) role: string;
}

class TemplateSubtask {
  @Text({ example: 'Ask the customer', description: 'Name.' }) title: string;
}

export class TemplateTask {
  @Text({ example: 'Write the specification', description: 'Name.' }) title: string;
  @LongText({ max: 10_000, default: '', description: 'Work to be done.' }) description: string;
  @Choice(PRIORITIES, { default: 'none', description: 'Priority.' }) priority: string;
  @Texts({ maxItems: 50, maxLength: 50, default: [], example: ['bug'], description: 'Labels of the task.' })
  labels: string[];
  @Int({
    min: -3650,
    max: 3650,
    nullable: true,
    default: null,
    description: 'Days from the start of the project to the due date; null: no due date.',
  })
  due_offset_days: number | null;
  @NestedList(() => TemplateSubtask, { maxItems: 50, default: [], description: 'Subtasks.' })
  subtasks: TemplateSubtask[];
}

@ResourceEntity(templates, 'project_templates')
export class Template extends RecordEntity {
  @Text({ example: 'Launch', description: 'Name.' }) name: string;
  @LongText({ max: 10_000, default: '', description: 'Description of projects created from it.' }) description: string;
  @Int({
    min: 0,
    max: 3650,
    nullable: true,
    default: null,
    description: 'Days from the start of a project to its default target date.',
  })
  default_duration_days: number | null;
  @NestedList(() => TemplateMember, { maxItems: 100, default: [], description: 'Roles to fill.' })
  members: TemplateMember[];
  @NestedList(() => TemplateTask, {
    maxItems: 500,
    default: [],
    audit: 'digest',
    description: 'Tasks of a project created from it: up to 1000 tasks and subtasks in all.',
  })
  tasks: TemplateTask[];
  @Id('usr', { optional: true, description: 'User who created it.' }) created_by: string;
}

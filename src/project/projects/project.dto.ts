import {
  Choice,
  currentContext,
  eachItem,
  Id,
  ListOf,
  LongText,
  Money,
  NestedList,
  PartialType,
  PickType,
  rule,
  Text,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Project } from './project.entity.js';
import { MEMBER_ROLES, STATUSES } from './project.resource.js';

const written = [
  'name',
  'description',
  'start_date',
  'target_date',
  'owner_id',
  'tags',
  'billable',
  'hourly_rate',
] as const;

export class CreateProject extends PickType(Project, [...written, 'template_id']) {
  @LongText({ max: 10_000, optional: true, description: 'Description. Default: the one of the template.' })
  override description: string;
}

export class UpdateProject extends PartialType(PickType(Project, written)) {
  @Choice(STATUSES, {
    optional: true,
    description: 'Status; any can follow any other. An archived project cannot be changed until it has another status.',
  })
  status?: string;
}

export class ProjectQuery extends ListOf(Project, {
  filter: ['status', 'owner_id'],
  sort: ['created_at', 'updated_at', 'name', 'start_date', 'target_date'],
}) {
  @Id('usr', { optional: true, description: 'Only projects that this user is a member of.' })
  @Where((id: string) => [
    'id = any(array(select project_id from project_members where workspace_id = ? and user_id = ?))',
    currentContext().workspaceId,
    id,
  ])
  member_id?: string;
}

const item = [
  'id',
  'name',
  'status',
  'start_date',
  'target_date',
  'owner_id',
  'tags',
  'created_at',
  'updated_at',
] as const;

/** A project in a list. */
export class ProjectItem extends ViewType(Project, item) {}

export class MemberView {
  @Id('usr', { description: 'The user.' }) user_id: string;
  @Text({ empty: true, example: 'Ada Lovelace', description: 'Display name; empty where there is none to show.' })
  display_name: string;
  @Choice(MEMBER_ROLES, { description: 'Role in the project.' }) role: string;
  @Money({ nullable: true, example: 90, description: 'Hourly rate; null: the rate of the project.' })
  hourly_rate: number | null;
}

export class ProjectView extends ViewType(Project, [
  ...item,
  'description',
  'template_id',
  'billable',
  'hourly_rate',
  'revision',
]) {
  @NestedList(() => MemberView, { description: 'Members.' }) members: MemberView[];
}

class NewMember {
  @Id('usr', { description: 'The user.' }) user_id: string;
  @Choice(MEMBER_ROLES, {
    default: 'member',
    description:
      'Role in the project, in addition to workspace roles. admin: change all of the project; member: its tasks and their ' +
      'own time; viewer: nothing.',
  })
  role: (typeof MEMBER_ROLES)[number];
  @Money({
    optional: true,
    nullable: true,
    example: 90,
    description: 'Hourly rate from now on; null: the rate of the project. If omitted, it stays unchanged.',
  })
  hourly_rate?: number | null;
}

const firstOfUser = (member: NewMember | null, index: number, all: (NewMember | null)[]) =>
  all.findIndex((other) => other?.user_id === member?.user_id) === index;

export class AddMembers {
  @eachItem('duplicate', firstOfUser, '$property repeats a user.')
  @rule('required', (members: unknown[]) => members.length > 0, '$property must have at least 1 item.')
  @NestedList(() => NewMember, { maxItems: 100, description: 'Users to add as members, or members to change.' })
  members: NewMember[];
}

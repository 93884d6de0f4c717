import { conflictError, defineResource, Id, Text } from '../../platform/index.js';

export const STATUSES = ['planning', 'active', 'on_hold', 'completed', 'archived'] as const;
export const MEMBER_ROLES = ['admin', 'member', 'viewer'] as const;

class ProjectArchived {
  @Id('prj', { description: 'The project.' }) project_id: string;
  @Text({ example: 'Website', description: 'Name.' }) name: string;
}

const archived = conflictError('The project is archived. Change its status first.');

/** Precondition of everything in a project: it is not archived (D-PRJ-1). */
export const inOpenProject = {
  errors: { archived },
  writtenWhile: { table: 'projects', column: 'project_id', holds: "status <> 'archived'", error: 'archived' },
} as const;

/** Project roles that may change a record in the project. */
export const byMembers = (...roles: (typeof MEMBER_ROLES)[number][]) =>
  ({ table: 'project_members', column: 'project_id', by: 'project_id', roles }) as const;

export const projects = defineResource('project.project', {
  idPrefix: 'prj',
  searchable: ['name'],
  owner: 'owner_id',
  notices: [{ kind: 'assignment', on: ['created', 'updated'], to: ['owner_id'] }],
  states: Object.fromEntries(STATUSES.map((from) => [from, STATUSES.filter((to) => to !== from)])),
  events: { archived: ProjectArchived },
  errors: {
    archived,
    notArchived: conflictError('Only archived projects can be deleted.'),
    linked: conflictError('The project has open deals. Close or unlink them first.'),
    ownerIsAdmin: conflictError('The owner must stay a member with the role admin. Change the owner first.'),
    tooManyMembers: conflictError('A project has at most 1000 members.'),
  },
  members: { ...byMembers('admin'), by: 'id' },
});

import { conflictError, defineResource } from '../../platform/index.js';
import { byMembers, inOpenProject } from '../projects/project.resource.js';

export const STATUSES = ['planned', 'active', 'completed'] as const;

export const sprints = defineResource('project.sprint', {
  idPrefix: 'spr',
  searchable: ['name'],
  parent: { column: 'project_id' },
  states: { planned: ['active'], active: ['completed'], completed: [] },
  errors: {
    ...inOpenProject.errors,
    anotherActive: conflictError('Another sprint of the project is active. Complete it first.'),
    notActive: conflictError('Only an active sprint can be completed.'),
    completed: conflictError('The sprint is completed and cannot be started again.'),
  },
  constraints: { sprints_active: 'anotherActive' },
  writtenWhile: inOpenProject.writtenWhile,
  members: byMembers('admin'),
});

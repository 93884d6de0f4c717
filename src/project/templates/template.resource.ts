import { conflictError, defineResource } from '../../platform/index.js';

/** Tasks and subtasks of one template, so that a project of it is made by one request. */
export const MAX_TASKS = 1_000;

export const templates = defineResource('project.template', {
  idPrefix: 'tpl',
  searchable: ['name'],
  owner: 'created_by',
  errors: {
    tooMany: conflictError('A workspace has at most 100 project templates. Delete one first.'),
    tooLarge: conflictError(
      'The project is too large for a template: at most 500 tasks with 50 subtasks each, 1000 in all.',
    ),
  },
});

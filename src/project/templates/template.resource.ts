import { conflictError, defineResource } from '../../platform/index.js';

/** Tasks and subtasks of one template, so that a project of it is made by one request. */
export const MAX_TASKS = 1_000;

export const templates = defineResource('project.template', {
  idPrefix: 'tpl',
  owner: 'created_by',
  errors: {
    tooMany: conflictError('A workspace has at most 100 project templates: delete one first.'),
    tooLarge: conflictError(
      'A template has at most 500 tasks with 50 subtasks each, 1000 in all: the project has more than that.',
    ),
  },
});

import { defineResource } from '../../platform/index.js';

export const tasks = defineResource('operations.task', { idPrefix: 'task', sharesPrefixWith: 'project.task' });

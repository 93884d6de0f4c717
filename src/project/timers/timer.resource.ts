import { conflictError, defineResource } from '../../platform/index.js';
import { inOpenProject } from '../projects/project.resource.js';

/** A timer that runs. A stopped one has become a time entry, whose id differs in its prefix only. */
export const timers = defineResource('project.timer', {
  idPrefix: 'tmr',
  feed: { none: 'Only its user sees it. The time entry that it becomes is told.' },
  auditedAs: 'project.time_entry',
  userColumns: ['user_id'],
  visible: (who) => (who.isAdmin('project') ? 'all' : [{ user_id: who.user_id }]),
  // Whoever sees a timer may stop it. Roles in the project decide about the others: see TimersService.
  writable: () => 'all',
  errors: {
    running: conflictError('The user has a running timer. Stop it first, or send stop_running.'),
    ...inOpenProject.errors,
    taskDeleted: conflictError('The task of the entry has been deleted.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
  races: ['timers_user'],
});

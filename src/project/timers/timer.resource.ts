import { conflictError, defineResource } from '../../platform/index.js';
import { inOpenProject } from '../projects/project.resource.js';

/** A running timer. A stopped one becomes a time entry, whose id differs only in its prefix. */
export const timers = defineResource('project.timer', {
  idPrefix: 'tmr',
  feed: { none: 'Only its user sees it. The time entry that it becomes is told.' },
  auditedAs: 'project.time_entry',
  userColumns: ['user_id'],
  visible: (who) => (who.isAdmin('project') ? 'all' : [{ user_id: who.user_id }]),
  // Whoever sees a timer may stop it. Project roles decide about those of others: see TimersService.
  writable: () => 'all',
  errors: {
    running: conflictError('The user has a running timer. Stop it first, or send stop_running.'),
    ...inOpenProject.errors,
    taskDeleted: conflictError('The task of the entry has been deleted.'),
  },
  writtenWhile: inOpenProject.writtenWhile,
  races: ['timers_user'],
});

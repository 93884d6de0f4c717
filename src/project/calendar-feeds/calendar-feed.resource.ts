import { defineResource } from '../../platform/index.js';

/** Addresses at which calendar programs, which send no credential, read the dates of a project. */
export const calendarFeeds = defineResource('project.calendar_feed', {
  idPrefix: 'cal',
  owner: 'user_id',
  visible: (who) => (who.isAdmin('project') ? 'all' : [{ user_id: who.user_id }]),
});

import { defineResource } from '../../platform/index.js';

/** Addresses at which calendar programs, which send no credential, read the dates of a project. */
export const calendarFeeds = defineResource('project.calendar_feed', {
  idPrefix: 'cal',
  feed: { none: 'Only its user sees it, and its address is a secret.' },
  owner: 'user_id',
  visible: (who) => (who.isAdmin('project') ? 'all' : [{ user_id: who.user_id }]),
});

import { Choice, Id, LongText, Mentions, RecordEntity, Timestamp } from '../platform/index.js';

export const ACTIVITY_TYPES = ['call', 'email', 'meeting', 'note', 'task'] as const;

/** Call, e-mail, meeting, note or task about a deal or a contact (D-SAL-6). */
export abstract class ActivityFields extends RecordEntity {
  @Choice(ACTIVITY_TYPES, { description: 'Kind of activity.' }) type: string;
  @LongText({ max: 10_000, default: '', example: 'They want to decide in May.', description: 'Outcome.' })
  note: string;
  @Mentions() mentions: string[];
  @Timestamp({ optional: true, description: 'Time of the activity. Default: now.' }) occurred_at: string;
  @Id('usr', { description: 'User who logged the activity.' }) created_by: string;
}

export const ACTIVITY_INPUT = ['type', 'note', 'mentions', 'occurred_at'] as const;
/** Beside the ids of the activity and of its deal or contact. */
export const ACTIVITY_VIEW = [...ACTIVITY_INPUT, 'created_by', 'created_at'] as const;
export const ACTIVITY_LIST = {
  filter: ['type'],
  sort: ['occurred_at', 'created_at'],
  defaultSort: 'occurred_at:desc',
} as const;

/** Options of their resources. Whoever may change the deal or contact may log an activity. */
export const ACTIVITY_OPTIONS = {
  searchable: ['note'],
  userColumns: ['created_by'],
  writable: () => 'all' as const,
  notices: [
    { kind: 'mention', on: ['created'], about: 'parent', to: ['mentions'], once: true },
    { kind: 'comment', on: ['created'], about: 'parent', toOfParent: ['owner_id'], followers: true },
  ],
} as const;

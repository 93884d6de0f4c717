import { Choice, Id, LongText, RecordEntity, Texts, Timestamp } from '../platform/index.js';

export const ACTIVITY_TYPES = ['call', 'email', 'meeting', 'note', 'task'] as const;

/** What was done for a deal or a contact (D-SAL-6). */
export abstract class ActivityFields extends RecordEntity {
  @Choice(ACTIVITY_TYPES, { description: 'Kind of activity.' }) type: string;
  @LongText({ max: 10_000, default: '', example: 'They want to decide in May.', description: 'Outcome.' })
  note: string;
  @Texts({
    maxItems: 50,
    maxLength: 40,
    idPrefix: 'usr',
    default: [],
    example: ['usr_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    description: 'Ids of mentioned users, who are told in their inbox.',
  })
  mentions: string[];
  @Timestamp({ optional: true, description: 'Time of the activity. Default: now.' }) occurred_at: string;
  @Id('usr', { description: 'User who logged the activity.' }) created_by: string;
}

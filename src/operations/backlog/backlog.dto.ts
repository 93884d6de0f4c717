import { Choice, Id, Int, PageQuery, Text, Timestamp } from '../../platform/index.js';

export const BACKLOG_STATUSES = ['waiting', 'failing'] as const;

export class BacklogItemView {
  @Text({
    example: 'mail_01jz8k3m5n7p9q1r3s5t7v9w1x',
    description:
      'Id of the message, webhook, replay, import, export, archive or request, or of the file that waits for a scan.',
  })
  id: string;
  @Text({ example: 'mail', description: 'Kind of work. Extensions may have further kinds.' }) kind: string;
  @Id('ws', {
    nullable: true,
    description: 'The workspace that it belongs to; null for requests of a link to reset a password.',
  })
  workspace_id: string | null;
  @Text({ nullable: true, description: 'Id of the record that a message is about, or of the webhook of a replay.' })
  about: string | null;
  @Choice(BACKLOG_STATUSES, { description: 'failing: at least one attempt has failed.' })
  status: (typeof BACKLOG_STATUSES)[number];
  @Text({ nullable: true, description: 'Reason of the last failure, without secrets and addresses.' })
  reason: string | null;
  @Int({ min: 0, description: 'Number of attempts; of a webhook those that failed in a row.' }) attempts: number;
  @Timestamp({ description: 'Creation time.' }) created_at: string;
  @Timestamp({ nullable: true, description: 'Time of the next attempt; null: there is none without a retry.' })
  next_attempt_at: string | null;
}

export class BacklogQuery extends PageQuery {
  static override entity = BacklogItemView;
  static override sorts = ['created_at'];
  static override defaultSort = 'created_at:desc';

  @Text({ max: 100, optional: true, description: 'Only work of this kind, such as `mail` or `export`.' }) kind?: string;
  @Choice(BACKLOG_STATUSES, { optional: true, description: 'Only work with this status.' })
  status?: (typeof BACKLOG_STATUSES)[number];
}

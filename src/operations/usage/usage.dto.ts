import { Id, Int, Nested, PageQuery, Text, Timestamp } from '../../platform/index.js';

class Amount {
  @Int({ min: 0, big: true, example: 1048576, description: 'Amount in use.' }) used: number;
  @Int({ min: 0, big: true, example: 107374182400, description: 'Upper bound.' }) limit: number;
}

export class UsageView {
  @Id('ws', { description: 'The workspace.' }) workspace_id: string;
  @Text({ description: 'Name of the workspace.' }) name: string;
  @Nested(() => Amount, {
    description:
      'Bytes of files, of open uploads and of the attachments of candidates. Beyond the limit: 403 `QUOTA_EXCEEDED`.',
  })
  storage_bytes: Amount;
  @Nested(() => Amount, { description: 'API keys that are not revoked or expired. Beyond the limit: 409.' })
  api_keys: Amount;
  @Nested(() => Amount, { description: 'Sessions that are not revoked or expired. Beyond the limit: 409.' })
  sessions: Amount;
  @Int({
    min: 0,
    nullable: true,
    description: 'Requests per minute of all credentials together; null: any number. Beyond the limit: 429.',
  })
  requests_per_minute: number | null;
  @Timestamp({
    nullable: true,
    description: 'Since when the workspace can be read, but not changed (`workspace freeze`); null: it is open.',
  })
  frozen_at: string | null;
  @Text({
    nullable: true,
    max: 2_000,
    description: 'Address of the deployment to which the workspace has moved (`workspace move`); null: it is here.',
  })
  moved_to: string | null;
}

export class UsageQuery extends PageQuery {
  static override entity = UsageView;
  static override sorts = ['storage_bytes'];
  static override defaultSort = 'storage_bytes:desc';
}

import { Choice, Id, Int, Text, Texts, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import { GRANTABLE_SCOPES } from '../../platform/security/credential.js';
import { KEY_STATUSES } from './api-key.resource.js';

const scopes = { minItems: 1, maxItems: 20, maxLength: 40, among: GRANTABLE_SCOPES };

export class CreateApiKey {
  @Text() name: string;
  @Texts(scopes) scopes: string[];
  @Timestamp({ optional: true, nullable: true, description: 'Default: never, or the end of the key that asks.' })
  expires_at?: string | null;
}

export class UpdateApiKey {
  @Text({ optional: true }) name?: string;
  @Texts({ ...scopes, optional: true }) scopes?: string[];
  @Timestamp({ optional: true, nullable: true }) expires_at?: string | null;
}

export class RotateApiKey {
  @Int({ min: 0, max: 604_800, optional: true, description: 'Seconds for which the old key goes on working.' })
  grace_period_seconds = 86_400;
}

export class ApiKeyQuery extends PageQuery {
  static override sorts = ['created_at', 'updated_at', 'name'];
  static override filters = {
    // The same as `statusOf`.
    status: (status: string, now: string): [string, ...unknown[]] => [
      `case when revoked_at is not null then 'revoked' when expires_at <= ?::timestamptz then 'expired'
        when rotated_at is not null and expires_at is not null then 'expiring' else 'active' end = ?`,
      now,
      status,
    ],
  };

  @Choice(KEY_STATUSES, { optional: true }) status?: string;
}

export class ApiKeyView {
  @Id('key') id: string;
  @Text() name: string;
  @Texts(scopes) scopes: string[];
  @Choice(KEY_STATUSES) status: string;
  @Text({ description: 'How the key begins.' }) key_prefix: string;
  @Text({ description: 'How the key ends.' }) last_four: string;
  @Id('usr') created_by: string;
  @Timestamp() created_at: string;
  @Timestamp({ nullable: true }) expires_at: string | null;
  @Timestamp({ nullable: true }) last_used_at: string | null;
  @Text({ nullable: true }) last_used_ip: string | null;
  @Id('key', { nullable: true }) rotated_from: string | null;
}

/** The only answers that show the key itself. */
export class NewApiKeyView extends ApiKeyView {
  @Text({ description: 'The key. It is shown once.' }) key: string;
}

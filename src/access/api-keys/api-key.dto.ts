import {
  Choice,
  type Condition,
  Int,
  ListOf,
  PartialType,
  PickType,
  Text,
  Timestamp,
  ViewType,
  Where,
} from '../../platform/index.js';
import { ApiKey } from './api-key.entity.js';
import { KEY_STATUSES } from './api-key.resource.js';

export class CreateApiKey extends PickType(ApiKey, ['name', 'scopes']) {
  @Timestamp({ optional: true, nullable: true, description: 'Default: never, or the expiry of the calling key.' })
  expires_at?: string | null;
}

export class UpdateApiKey extends PartialType(PickType(ApiKey, ['name', 'scopes', 'expires_at'])) {}

export class RotateApiKey {
  @Int({ min: 0, max: 604_800, optional: true, description: 'Seconds until the old key expires.' })
  grace_period_seconds = 86_400;
}

/** The same as `statusOf`. */
const byStatus = (status: string, now: string): Condition => [
  `case when revoked_at is not null then 'revoked' when expires_at <= ?::timestamptz then 'expired'
    when rotated_at is not null and expires_at is not null then 'expiring' else 'active' end = ?`,
  now,
  status,
];

export class ApiKeyQuery extends ListOf(ApiKey, {
  filter: ['created_by'],
  sort: ['created_at', 'updated_at', 'name'],
}) {
  @Choice(KEY_STATUSES, { optional: true, description: 'Status; `expiring` after a rotation.' })
  @Where(byStatus)
  status?: string;
}

export class ApiKeyView extends ViewType(ApiKey, [
  'id',
  'name',
  'scopes',
  'operator',
  'key_prefix',
  'last_four',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_used_ip',
  'rotated_from',
]) {
  @Choice(KEY_STATUSES, { description: 'Status; `expiring` after a rotation.' }) status: string;
}

/** The only answers that show the key itself. */
export class NewApiKeyView extends ApiKeyView {
  @Text({ secret: true, description: 'The key. Only this response shows it.' }) key: string;
}

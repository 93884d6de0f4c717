import { Choice, Flag, Id, Int, Text, Timestamp } from '../../platform/fields/fields.js';
import { PageQuery } from '../../platform/resource/page.js';
import type { CountedFilter } from '../../platform/resource/totals.js';
import { AUTH_METHODS, SESSION_STATUSES } from './session.resource.js';

export class MySessionsQuery extends PageQuery {
  static override sorts = ['created_at', 'last_active_at', 'expires_at'];
  static override filters = {
    // The same as `statusOf`.
    status: (status: string, now: string): [string, ...unknown[]] =>
      status === 'revoked'
        ? ['revoked_at is not null']
        : [`revoked_at is null and expires_at ${status === 'active' ? '>' : '<='} ?`, now],
  };
  static override countedTime = { column: 'expires_at', by: 'hour', unit: 'hour' } as const;
  static override counted = {
    status: (status: string, now: string): CountedFilter => ({
      dims: { revoked: status === 'revoked' },
      ...(status === 'active' && { from: now }),
      ...(status === 'expired' && { to: now }),
    }),
  };

  @Choice(SESSION_STATUSES, { optional: true }) status?: string;
}

export class SessionQuery extends MySessionsQuery {
  @Id('usr', { optional: true }) user_id?: string;
}

export class SessionView {
  @Id('ses') id: string;
  @Id('usr') user_id: string;
  @Choice(SESSION_STATUSES) status: string;
  @Choice(AUTH_METHODS) auth_method: string;
  @Id('cli', { nullable: true }) client_id: string | null;
  @Text({ nullable: true }) ip_address: string | null;
  @Text({ nullable: true }) user_agent: string | null;
  @Timestamp() created_at: string;
  @Timestamp({ description: 'Kept to within a minute.' }) last_active_at: string;
  @Timestamp() expires_at: string;
  @Timestamp({ nullable: true }) ended_at: string | null;
  @Flag({ description: 'It is the session of the credential that asks.' }) current: boolean;
}

export class RevokedSessions {
  @Int({ description: 'How many sessions ended.' }) revoked: number;
}

import {
  Choice,
  type Condition,
  type CountedFilter,
  Flag,
  Id,
  Int,
  ListOf,
  Timestamp,
  ViewType,
  Where,
} from '../../platform/index.js';
import { Session } from './session.entity.js';
import { SESSION_STATUSES } from './session.resource.js';

/** The same as `statusOf`. */
const byStatus = (status: string, now: string): Condition =>
  status === 'revoked'
    ? ['revoked_at is not null']
    : [`revoked_at is null and expires_at ${status === 'active' ? '>' : '<='} ?`, now];

const countedByStatus = (status: string, now: string): CountedFilter => ({
  dims: { revoked: status === 'revoked' },
  ...(status === 'active' && { from: now }),
  ...(status === 'expired' && { to: now }),
});

export class MySessionsQuery extends ListOf(Session, { sort: ['created_at', 'last_active_at', 'expires_at'] }) {
  static override countedTime = { column: 'expires_at', by: 'hour', unit: 'hour' } as const;

  @Choice(SESSION_STATUSES, { optional: true, description: 'Whether it still works.' })
  @Where(byStatus, countedByStatus)
  status?: string;
}

export class SessionQuery extends MySessionsQuery {
  @Id('usr', { optional: true, description: 'Sessions of this user.' }) user_id?: string;
}

export class SessionView extends ViewType(Session, [
  'id',
  'user_id',
  'auth_method',
  'client_id',
  'ip_address',
  'user_agent',
  'created_at',
  'last_active_at',
  'expires_at',
]) {
  @Choice(SESSION_STATUSES, { description: 'Whether it still works.' }) status: string;
  @Timestamp({ nullable: true, description: 'When it was revoked, or expired.' }) ended_at: string | null;
  @Flag({ description: 'It is the session of the credential that asks.' }) current: boolean;
}

export class RevokedSessions {
  @Int({ description: 'How many sessions ended.' }) revoked: number;
}

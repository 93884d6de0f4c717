import {
  Choice,
  type Condition,
  type EachOf,
  Flag,
  Id,
  Int,
  ListOf,
  type RowRule,
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

/** Days on which sessions of the workspace ended. */
const DAYS_OF_ENDS = `
  select generate_series(date_trunc('day', min(expires_at) at time zone 'UTC'), ?::timestamptz at time zone 'UTC', '1 day')::date
    from sessions where workspace_id = $1 and revoked_at is null`;

export class MySessionsQuery extends ListOf(Session, { sort: ['created_at', 'last_active_at', 'expires_at'] }) {
  @Choice(SESSION_STATUSES, { optional: true, description: 'Whether the session is active.' })
  @Where(byStatus)
  status?: string;
}

export class SessionQuery extends MySessionsQuery {
  /** Reads expired sessions by day, because the newest sessions are mostly active and too many to skip. */
  static override eachOf = (query: SessionQuery, visible: RowRule, now: string): EachOf | null =>
    query.status === 'expired' &&
    !query.user_id &&
    visible === 'all' &&
    (query.sort ?? 'created_at').startsWith('created_at')
      ? [`(expires_at at time zone 'UTC')::date`, DAYS_OF_ENDS, now]
      : null;

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
  'amr',
  'auth_time',
  'max_expires_at',
  'provider_id',
]) {
  @Choice(SESSION_STATUSES, { description: 'Whether the session is active.' }) status: string;
  @Timestamp({ nullable: true, description: 'Time of revocation or expiry.' }) ended_at: string | null;
  @Flag({ description: 'Whether it is the session of this request.' }) current: boolean;
}

export class RevokedSessions {
  @Int({ description: 'Number of sessions ended.' }) revoked: number;
}

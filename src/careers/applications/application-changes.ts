import { currentContext } from '../../platform/index.js';
import type { Application } from './application.entity.js';

type Rejection = Pick<Application, 'reason' | 'disqualified_at' | 'disqualified_by' | 'notify_at' | 'ended_at'>;

/** The changes of a disqualified application. */
export function disqualified(reason: string, now: string, notify_at: string | null = null): Rejection {
  const disqualified_by = currentContext().credential?.user_id ?? null;
  return { reason, disqualified_at: now, disqualified_by, notify_at, ended_at: now };
}

/** The fields that an application loses when it is active again. */
export const OPEN = { reason: null, disqualified_at: null, disqualified_by: null, notify_at: null, ended_at: null };

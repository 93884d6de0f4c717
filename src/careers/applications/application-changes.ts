import { currentContext } from '../../platform/index.js';
import type { Application } from './application.entity.js';

type Arrival = Pick<Application, 'stage_id' | 'moved_by_type' | 'moved_by_id' | 'stage_note'>;
type Rejection = Pick<Application, 'reason' | 'disqualified_at' | 'disqualified_by' | 'notify_at' | 'ended_at'>;

/** What changes where whoever asks brings an application into a stage, with a note beside it. */
export function intoStage(stage_id: string, stage_note: string | null = null): Arrival {
  const { type, id } = currentContext().actor;
  return { stage_id, moved_by_type: type, moved_by_id: id, stage_note };
}

/** What changes where they disqualify it. */
export function disqualified(reason: string, now: string, notify_at: string | null = null): Rejection {
  const disqualified_by = currentContext().credential?.user_id ?? null;
  return { reason, disqualified_at: now, disqualified_by, notify_at, ended_at: now };
}

/** What an application that is active again no longer has. */
export const OPEN = { reason: null, disqualified_at: null, disqualified_by: null, notify_at: null, ended_at: null };

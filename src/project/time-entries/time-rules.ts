import { type Credential, failure, forbidden, invalidField } from '../../platform/index.js';
import type { Grounds, Target } from './time-entry.repository.js';
import { timeEntries } from './time-entry.resource.js';

/**
 * 403 unless the caller may write time of this user in the project. Admins of the app or the project write that of everybody.
 * Members of the project, editors of the app and the assignee of the task write their own. Without a credential it is the
 * system.
 */
export function checkMayLog(who: Credential | null, { role, is_assignee }: Grounds, userId: string): void {
  if (!who || who.isAdmin('project') || role === 'admin') return;
  if (userId !== who.user_id) throw forbidden('Only admins of the project can log the time of others.');
  if (role !== 'member' && !is_assignee && !who.isEditor('project'))
    throw forbidden('Only members of the project and the assignee of the task can log time.');
}

/** 400 where the user whose time it is cannot log any. */
export function checkActive({ active }: Target, userId: string): void {
  if (!active) throw invalidField('user_id', 'not_found', `There is no active user ${userId}.`);
}

/** 409 where the project is archived. The statement that writes looks once more (`writtenWhile`). */
export function checkOpen({ status }: Target): void {
  if (status === 'archived') throw failure(timeEntries, 'archived');
}

/** 409 where a date is locked by the settings. */
export function checkNotLocked({ time_locked_before }: Grounds, ...dates: string[]): void {
  if (time_locked_before !== null && dates.some((date) => date < time_locked_before))
    throw failure(timeEntries, 'locked');
}

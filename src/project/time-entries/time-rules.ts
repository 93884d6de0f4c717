import { type Credential, failure, forbidden, invalidField } from '../../platform/index.js';
import type { Grounds, Target } from './time-entry.repository.js';
import { timeEntries } from './time-entry.resource.js';

/**
 * 403 unless the caller may log time of this user in the project. Admins of app or project may for everybody; project members,
 * editors of the app and the assignee for themselves. Without a credential it is the system.
 */
export function checkMayLog(who: Credential | null, { role, is_assignee }: Grounds, userId: string): void {
  if (!who || who.isAdmin('project') || role === 'admin') return;
  if (userId !== who.user_id) throw forbidden('Only admins of the project can log the time of others.');
  if (role !== 'member' && !is_assignee && !who.isEditor('project'))
    throw forbidden('Only members of the project and the assignee of the task can log time.');
}

/** 400 unless the user is active. */
export function checkActive({ active }: Target, userId: string): void {
  if (!active) throw invalidField('user_id', 'not_found', `There is no active user ${userId}.`);
}

/** 409 if the project is archived; the writing statement checks it again (`writtenWhile`). */
export function checkOpen({ status }: Target): void {
  if (status === 'archived') throw failure(timeEntries, 'archived');
}

/** 409 if a date is locked by the settings. */
export function checkNotLocked({ time_locked_before }: Grounds, ...dates: string[]): void {
  if (time_locked_before !== null && dates.some((date) => date < time_locked_before))
    throw failure(timeEntries, 'locked');
}

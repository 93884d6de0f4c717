import { useMe } from './api.js';
import { dayIn } from './days.js';

/** Days of the week in the order in which JavaScript counts them. */
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The first day of the week, as the settings of the workspace have it: 0 is Sunday, 6 Saturday. */
export const useFirstWeekday = (): number => DAYS.indexOf(useMe().workspace.week_starts_on);

/** The time zone of the workspace, which decides what a day is. */
export const useZone = (): string => useMe().workspace.time_zone;

/** Today in the workspace, such as `2026-11-24`. */
export const useToday = (): string => dayIn(useZone());

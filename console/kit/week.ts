import { useMe } from './api.js';

/** Days of the week in the order in which JavaScript counts them. */
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The first day of the week, as the settings of the workspace have it: 0 is Sunday, 6 Saturday. */
export const useFirstWeekday = (): number => DAYS.indexOf(useMe().workspace.week_starts_on);

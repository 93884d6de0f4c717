import type { Summary } from './summary.js';

declare const CONTRACT_OF_BUILD: Summary;

/** The abilities of the API, as it was described when the console was built. */
export const CONTRACT: Summary = CONTRACT_OF_BUILD;

/** Whether a list finds records by words. */
export const takesWords = (path: string): boolean => CONTRACT.searchable.includes(path);

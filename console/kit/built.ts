import type { Contract } from '../contract.js';

declare const CONTRACT_OF_BUILD: Contract;

/** What the API can do, as it was described when the console was built. */
export const CONTRACT: Contract = CONTRACT_OF_BUILD;

/** Whether a list finds records by words. */
export const takesWords = (path: string): boolean => CONTRACT.searchable.includes(path);

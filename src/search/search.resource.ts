import { defineResource } from '../platform/index.js';

/** A result is shown by the rules of the list that has its record, so there is no rule about results. */
export const results = defineResource('search.result', { idPrefix: 'hit', visible: () => 'all' });

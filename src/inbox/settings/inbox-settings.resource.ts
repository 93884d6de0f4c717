import { defineResource } from '../../platform/index.js';

/** The settings of a person. They are found by the caller, so there is no rule about them. */
export const inboxSettings = defineResource('inbox.settings', { idPrefix: 'ibs', visible: () => 'all' });

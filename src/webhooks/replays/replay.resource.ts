import { defineResource } from '../../platform/resource/define.js';

/** Which events are sent again: those whose delivery failed, those that were never sent here, or both and the rest. */
export const SELECTIONS = ['failed', 'missed', 'all'] as const;

/** Replays are reached through their webhook, whose visibility is theirs. */
export const replays = defineResource('webhooks.replay', {
  idPrefix: 'rpl',
  states: { running: ['finished', 'cancelled'], finished: [], cancelled: [] },
});

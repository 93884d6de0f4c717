import { eventTypes } from '../../src/platform/events/catalogue.js';

/** The types of events that every resource sends (D-EVT-1), for specs about those that a resource declares itself. */
export const feedTypes = (): string[] => [...eventTypes().values()].flatMap(({ type, ofFeed }) => (ofFeed ? type : []));

export { envelopeOf } from './envelope.js';
export { EVENT_RETENTION_DAYS } from './event.resource.js';
export { adminApps, appsOf, matchesAny, namesEvents, readableApps, typesOf } from './event-types.js';
export { EventsModule } from './events.module.js';

export { envelopeOf } from './envelope.js';
export { EVENT_RETENTION_DAYS } from './event.resource.js';
export { aboutOf, adminApps, appsOf, matchesAny, namesEvents, readableApps, recordOf, typesOf } from './event-types.js';
export { EventsModule } from './events.module.js';

import { type StoredEvent, viaOf } from '../platform/index.js';
import type { EventView } from './event.dto.js';

/** The public form of an event, in deliveries, lists and streams. */
export const envelopeOf = (event: StoredEvent): EventView => ({
  id: event.id,
  type: event.type,
  workspace_id: event.workspace_id,
  timestamp: event.timestamp,
  actor: { type: event.actor_type, id: event.actor_id, ...viaOf(event) },
  payload: event.payload,
  sequence: event.sequence,
});

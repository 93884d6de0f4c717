import { FreeObject, Id, Int, ResourceEntity, type StoredEvent, Text, Timestamp } from '../platform/index.js';
import { events } from './event.resource.js';

/** Written by the relay; read here. */
@ResourceEntity(events, 'events')
export class Event implements StoredEvent {
  @Id('ws', { primary: true }) workspace_id: string;
  @Timestamp({ primary: true }) timestamp: string;
  @Id('evt') id: string;
  @Text({ max: 100, example: 'office.document.created' }) type: string;
  @Text() actor_type: string;
  @Text({ nullable: true }) actor_id: string | null;
  @FreeObject({ description: 'By type: see the webhooks of this document.' }) payload: Record<string, unknown>;
  @Text() private_to: string;
  @Int({ min: 1, big: true, description: 'Grows within the workspace.' }) sequence: number;
  @Int({ big: true }) position: number;
}

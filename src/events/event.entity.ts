import { FreeObject, Id, Int, ResourceEntity, type StoredEvent, Text, Timestamp } from '../platform/index.js';
import { events } from './event.resource.js';

/** Written by the relay; read here. */
@ResourceEntity(events, 'events')
export class Event implements StoredEvent {
  @Id('ws', { primary: true, description: 'The workspace in which it happened.' }) workspace_id: string;
  @Timestamp({ primary: true, description: 'When it happened.' }) timestamp: string;
  @Id('evt', { description: 'The id of the event: the same in deliveries.' }) id: string;
  @Text({
    max: 100,
    example: 'office.document.created',
    description: 'What happened: the type of the record and a verb.',
  })
  type: string;
  @Text({ description: 'What kind of caller it was.' }) actor_type: string;
  @Text({ nullable: true, description: 'The id of the caller.' }) actor_id: string | null;
  @FreeObject({ description: 'By type: see the webhooks of this document.' }) payload: Record<string, unknown>;
  @Text() private_to: string;
  @Int({ min: 1, big: true, description: 'Grows within the workspace.' }) sequence: number;
  @Int({ big: true }) position: number;
}

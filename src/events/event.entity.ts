import { FreeObject, Id, Int, ResourceEntity, type StoredEvent, Text, Timestamp } from '../platform/index.js';
import { events } from './event.resource.js';
import { EventStore } from './event.store.js';

/** Inserted by the relay (`platform/events`). */
@ResourceEntity(events, 'events', { store: EventStore })
export class Event implements StoredEvent {
  @Id('ws', { primary: true, description: 'Workspace of the event.' }) workspace_id: string;
  @Timestamp({ primary: true, description: 'Time of the event.' }) timestamp: string;
  @Id('evt', { description: 'The id of the event: the same in deliveries.' }) id: string;
  @Text({
    max: 100,
    example: 'office.document.created',
    description: 'Type of the event: the type of the record and a verb.',
  })
  type: string;
  @Text({ description: 'Kind of the actor.' }) actor_type: string;
  @Text({ nullable: true, description: 'Id of the actor.' }) actor_id: string | null;
  @Text({ nullable: true }) client_id: string | null;
  @Text({ nullable: true }) client_name: string | null;
  @FreeObject({ description: 'Data of the event by type: see the webhooks of this document.' }) payload: Record<
    string,
    unknown
  >;
  @Text() private_to: string;
  @Int({ min: 1, big: true, description: 'Sequence number; it increases within the workspace.' }) sequence: number;
  @Int({ big: true }) position: number;
}

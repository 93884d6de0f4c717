import { Column, PrimaryColumn } from 'typeorm';
import { isoColumn } from '../platform/database/data-source.js';
import type { StoredEvent } from '../platform/events/event-listener.js';
import { ResourceEntity } from '../platform/resource/stores.module.js';
import { events } from './event.resource.js';

/** Written by the relay; read here. */
@ResourceEntity(events, 'events')
export class Event implements StoredEvent {
  @PrimaryColumn('text') workspace_id: string;
  @PrimaryColumn('timestamptz', { precision: 3, transformer: isoColumn }) timestamp: string;
  @PrimaryColumn('text') id: string;
  @Column('text') type: string;
  @Column('text') actor_type: string;
  @Column('text', { nullable: true }) actor_id: string | null;
  @Column('jsonb') payload: Record<string, unknown>;
  @Column('text') private_to: string;
  @Column('bigint') sequence: number;
  @Column('bigint') position: number;
}

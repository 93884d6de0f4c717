import { Column } from 'typeorm';
import { RecordEntity } from '../../src/platform/resource/record.entity.js';
import { ResourceEntity } from '../../src/platform/resource/stores.module.js';
import { rooms } from './room.resource.js';

@ResourceEntity(rooms, 'rooms')
export class Room extends RecordEntity {
  @Column('text') name: string;
  @Column('integer') seats: number;
  @Column('text') status: string;
}

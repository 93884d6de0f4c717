import { Choice, Int, Text } from '../../src/platform/fields/fields.js';
import { RecordEntity } from '../../src/platform/resource/record.entity.js';
import { ResourceEntity } from '../../src/platform/resource/resource-entity.js';
import { rooms } from './room.resource.js';

@ResourceEntity(rooms, 'rooms')
export class Room extends RecordEntity {
  @Text({ max: 80 }) name: string;
  @Int({ min: 1, max: 500 }) seats: number;
  @Choice(['open', 'closed'], { default: 'open' }) status: string;
}

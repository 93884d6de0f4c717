import { Choice, Int, RecordEntity, ResourceEntity, Text } from '../../src/platform/index.js';
import { rooms } from './room.resource.js';

@ResourceEntity(rooms, 'rooms')
export class Room extends RecordEntity {
  @Text({ max: 80 }) name: string;
  @Int({ min: 1, max: 500 }) seats: number;
  @Choice(['open', 'closed'], { default: 'open' }) status: string;
}

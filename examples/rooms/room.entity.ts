import { Choice, Id, Int, ResourceEntity, Text, TrashableEntity } from '../../src/platform/index.js';
import { rooms } from './room.resource.js';

@ResourceEntity(rooms, 'rooms')
export class Room extends TrashableEntity {
  @Text({ max: 80 }) name: string;
  @Int({ min: 1, max: 500, default: 4 }) seats: number;
  @Choice(['open', 'closed'], { default: 'open' }) status: string;
  @Id('usr', { optional: true, description: 'Default: the user behind the credential.' }) owner_id: string;
}

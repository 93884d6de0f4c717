import { Choice, Id, Int, ResourceEntity, Text, TrashableEntity } from '../../src/platform/index.js';
import { rooms } from './room.resource.js';

@ResourceEntity(rooms, 'rooms')
export class Room extends TrashableEntity {
  @Text({ max: 80, description: 'What is written on its door.' }) name: string;
  @Int({ min: 1, max: 500, default: 4, description: 'People it has room for.' }) seats: number;
  @Choice(['open', 'closed'], { default: 'open', description: 'Whether it can be used.' }) status: string;
  @Id('usr', { optional: true, description: 'Owner. Default: the user of the credential.' })
  owner_id: string;
}

import { conflictError, defineResource, Id, Text } from '../../src/platform/index.js';

class RoomClosed {
  @Id('room') room_id: string;
  @Text({ example: 'Blue' }) name: string;
  @Id('usr') owner_id: string;
}

export const rooms = defineResource('office.room', {
  idPrefix: 'room',
  owner: 'owner_id',
  states: { open: ['closed'], closed: [] },
  trash: { purgeAfterDays: 30 },
  events: { closed: RoomClosed },
  errors: { nameTaken: conflictError('There is a room with this name already.') },
  constraints: { rooms_name: 'nameTaken' },
  countedBy: ['status', 'owner_id', 'deleted'],
  countedByMany: ['owner_id'],
});

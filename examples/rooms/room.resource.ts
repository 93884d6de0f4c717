import { conflictError, defineResource, Id, Text } from '../../src/platform/index.js';

class RoomClosed {
  @Id('room', { description: 'The room.' }) room_id: string;
  @Text({ example: 'Blue', description: 'What is written on its door.' }) name: string;
  @Id('usr', { description: 'Owner.' }) owner_id: string;
}

export const rooms = defineResource('office.room', {
  idPrefix: 'room',
  searchable: ['name'],
  owner: 'owner_id',
  states: { open: ['closed'], closed: [] },
  trash: { purgeAfterDays: 30 },
  events: { closed: RoomClosed },
  errors: { nameTaken: conflictError('There is a room with this name already.') },
  constraints: { rooms_name: 'nameTaken' },
});

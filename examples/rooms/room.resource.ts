import { conflictError, defineResource, Id, Text } from '../../src/platform/index.js';

class RoomClosed {
  @Id('room') room_id: string;
  @Text() name: string;
}

export const rooms = defineResource('office.room', {
  idPrefix: 'room',
  states: { open: ['closed'], closed: ['open'] },
  events: { closed: RoomClosed },
  errors: { nameTaken: conflictError('There is a room with this name already.') },
  constraints: { rooms_name: 'nameTaken' },
});

import { conflictError, defineResource, event } from '../../src/platform/resource/define.js';
import { Id, Text } from '../../src/platform/fields/fields.js';
import type { Room } from './room.entity.js';

class RoomClosed {
  @Id('room') room_id: string;
  @Text() name: string;
}

export const rooms = defineResource('office.room', {
  idPrefix: 'room',
  states: { open: ['closed'], closed: ['open'] },
  events: {
    closed: event(RoomClosed, (room: Room) => ({ room_id: room.id, name: room.name })),
  },
  errors: {
    nameTaken: conflictError('There is a room with this name already.'),
  },
  constraints: { rooms_name: 'nameTaken' },
});

import { Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../src/platform/index.js';
import { CreateRoom, RoomQuery, RoomView, UpdateRoom } from './room.dto.js';
import { Room } from './room.entity.js';
import { rooms } from './room.resource.js';
import { RoomsService } from './rooms.service.js';

@Controller('v1/office/rooms')
export class RoomsController extends ResourceController(Room, RoomsService, {
  view: RoomView,
  list: RoomQuery,
  create: CreateRoom,
  update: UpdateRoom,
  remove: true,
}) {
  @Post(':id/close')
  @Endpoint(rooms, { returns: RoomView, status: 200, action: 'closed' })
  close(@Param('id', Loaded(Room)) room: Room) {
    return this.service.close(room);
  }
}

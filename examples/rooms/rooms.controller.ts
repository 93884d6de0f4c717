import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../src/platform/request/endpoint.js';
import { CreateRoom, RoomQuery, RoomView, UpdateRoom } from './room.dto.js';
import { Room } from './room.entity.js';
import { rooms } from './room.resource.js';
import { RoomsService } from './rooms.service.js';

@Controller('v1/office/rooms')
export class RoomsController {
  constructor(private readonly rooms: RoomsService) {}

  @Get()
  @Endpoint(rooms, { scope: 'read', returns: RoomView, page: true })
  list(@Query() query: RoomQuery) {
    return this.rooms.list(query);
  }

  @Get(':id')
  @Endpoint(rooms, { scope: 'read', returns: RoomView })
  get(@Param('id', Loaded(Room)) room: Room) {
    return room;
  }

  @Post()
  @Endpoint(rooms, { scope: 'write', returns: RoomView, errors: ['nameTaken'] })
  create(@Body() body: CreateRoom) {
    return this.rooms.create(body);
  }

  @Patch(':id')
  @Endpoint(rooms, { scope: 'write', returns: RoomView, errors: ['nameTaken'] })
  update(@Param('id', Loaded(Room)) room: Room, @Body() body: UpdateRoom) {
    return this.rooms.update(room, body);
  }

  @Post(':id/close')
  @Endpoint(rooms, { scope: 'write', returns: RoomView, status: 200, action: 'closed' })
  close(@Param('id', Loaded(Room)) room: Room) {
    return this.rooms.close(room);
  }

  @Delete(':id')
  @Endpoint(rooms, { scope: 'write' })
  remove(@Param('id', Loaded(Room)) room: Room) {
    return this.rooms.remove(room);
  }
}

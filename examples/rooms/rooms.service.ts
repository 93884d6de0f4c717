import { Injectable } from '@nestjs/common';
import type { ResourceStore } from '../../src/platform/resource/store.js';
import { InjectStore } from '../../src/platform/resource/stores.module.js';
import { type CreateRoom, type RoomQuery, RoomView, type UpdateRoom } from './room.dto.js';
import { Room } from './room.entity.js';

@Injectable()
export class RoomsService {
  constructor(@InjectStore(Room) private readonly store: ResourceStore<Room>) {}

  list(query: RoomQuery) {
    return this.store.page(query, RoomView);
  }

  create(input: CreateRoom) {
    return this.store.create({ ...input, status: 'open' });
  }

  update(room: Room, changes: UpdateRoom) {
    return this.store.update(room, changes);
  }

  close(room: Room) {
    return this.store.transition(room, 'closed', {}, { as: 'closed' });
  }

  remove(room: Room) {
    return this.store.remove(room);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectStore, ResourceService, type ResourceStore } from '../../src/platform/index.js';
import { Room } from './room.entity.js';

@Injectable()
export class RoomsService extends ResourceService<Room> {
  constructor(@InjectStore(Room) store: ResourceStore<Room>) {
    super(store);
  }

  close(room: Room) {
    return this.store.transition(room, 'closed', {}, { as: 'closed' });
  }
}

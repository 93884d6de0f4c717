import { Injectable } from '@nestjs/common';
import { ResourceService } from '../../src/platform/resource/resource-service.js';
import type { ResourceStore } from '../../src/platform/resource/store.js';
import { InjectStore } from '../../src/platform/resource/stores.module.js';
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

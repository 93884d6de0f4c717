import {
  Clock,
  InjectStore,
  type Lease,
  LeasedWork,
  Maintenance,
  Removal,
  type ResourceStore,
  type WorkItem,
  type WorkProcessor,
  Works,
} from '../../src/platform/index.js';
import { Room } from './room.entity.js';

const DAY_MS = 86_400_000;
const YEAR_SECONDS = 365 * 86_400;

/** The closing of a room, by the id of the room. */
interface RoomClosing extends WorkItem {
  id: string;
}

@LeasedWork({
  kind: 'room_closing',
  table: 'room_closings',
  task: 'office.room-closings',
  description: 'Closes rooms whose time has come.',
  backoff: { firstSeconds: 30, maxSeconds: 3_600 },
  giveUp: { attempts: 5 },
})
export class RoomClosings implements WorkProcessor<RoomClosing> {
  constructor(
    @InjectStore(Room) private readonly rooms: ResourceStore<Room>,
    private readonly clock: Clock,
    private readonly removal: Removal,
    private readonly works: Works,
    maintenance: Maintenance,
  ) {
    maintenance.add({
      name: 'office.old-rooms',
      description: 'Removes rooms that have been closed for a year.',
      every: DAY_MS,
      run: () => this.removeOld(),
    });
  }

  /** Sets the timer of a room (ISO 8601), or moves it. Needs a unit of work. */
  plan(room: Room, at: string): Promise<void> {
    return this.works.add('room_closing', { id: room.id }, at);
  }

  process({ id }: RoomClosing, lease: Lease): Promise<void> {
    return lease.complete(async () => {
      const room = await this.rooms.find(id, { lock: true });
      if (room?.status === 'open') await this.rooms.transition(room, 'closed', {}, { as: 'closed' });
    });
  }

  async removeOld(): Promise<void> {
    await this.removal.where(this.rooms, `status = 'closed' and updated_at < $1`, [this.clock.iso(-YEAR_SECONDS)]);
  }
}

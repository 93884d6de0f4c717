import { ListOf, PartialType, PickType, ViewType } from '../../src/platform/index.js';
import { Room } from './room.entity.js';

export class CreateRoom extends PickType(Room, ['name', 'seats']) {}
export class UpdateRoom extends PartialType(CreateRoom) {}
export class RoomQuery extends ListOf(Room, { filter: ['status'], sort: ['created_at', 'name', 'seats'] }) {}
export class RoomView extends ViewType(Room, ['id', 'name', 'seats', 'status', 'created_at']) {}

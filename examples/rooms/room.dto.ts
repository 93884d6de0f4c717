import { ListOf, PartialType, PickType, ViewType } from '../../src/platform/index.js';
import { Room } from './room.entity.js';

const written = ['name', 'seats', 'owner_id'] as const;

export class CreateRoom extends PickType(Room, written) {}

export class UpdateRoom extends PartialType(CreateRoom) {}

export class RoomQuery extends ListOf(Room, { filter: ['status', 'owner_id'], sort: ['created_at', 'name'] }) {}

export class RoomView extends ViewType(Room, ['id', ...written, 'status', 'created_at', 'revision', 'deleted_at']) {}

import { Choice, Id, Int, Text, Timestamp } from '../../src/platform/fields/fields.js';
import { PageQuery } from '../../src/platform/resource/page.js';

const STATUSES = ['open', 'closed'];

export class CreateRoom {
  @Text({ max: 80 }) name: string;
  @Int({ min: 1, max: 500 }) seats: number;
}

export class UpdateRoom {
  @Text({ max: 80, optional: true }) name?: string;
  @Int({ min: 1, max: 500, optional: true }) seats?: number;
}

export class RoomQuery extends PageQuery {
  static override sorts = ['created_at', 'name', 'seats'];

  @Choice(STATUSES, { optional: true }) status?: string;
}

export class RoomView {
  @Id('room') id: string;
  @Text() name: string;
  @Int() seats: number;
  @Choice(STATUSES) status: string;
  @Timestamp() created_at: string;
}

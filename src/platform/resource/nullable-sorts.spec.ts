import { Controller, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { Flag, Int } from '../fields/fields.js';
import { ResourceController } from '../request/resource-controller.js';
import { defineResource } from './define.js';
import { ListOf } from './list-of.js';
import { RecordEntity } from './record.entity.js';
import { ResourceEntity } from './resource-entity.js';
import { StoresModule } from './stores.module.js';
import { ViewType } from '../fields/pick.js';

const SORTS = ['seats', 'bytes', 'is_quiet'] as const;

@ResourceEntity(defineResource('office.sorted_room', { idPrefix: 'srm' }), 'sorted_rooms')
class SortedRoom extends RecordEntity {
  @Int({ nullable: true, description: 'A number.' }) seats: number | null;
  @Int({ nullable: true, big: true, description: 'A large number.' }) bytes: number | null;
  @Flag({ nullable: true, description: 'A flag.' }) is_quiet: boolean | null;
}

class SortedRoomView extends ViewType(SortedRoom, ['id', ...SORTS]) {}
class SortedRoomQuery extends ListOf(SortedRoom, { sort: [...SORTS, 'created_at'] }) {}

@Controller('v1/office/sorted-rooms')
class SortedRoomsController extends ResourceController(SortedRoom, {
  view: SortedRoomView,
  list: SortedRoomQuery,
}) {}

@Module({ imports: [StoresModule.forFeature(SortedRoom)], controllers: [SortedRoomsController] })
class SortedRoomsModule {}

const LARGEST = 2 ** 31 - 1;
const ROOMS = [
  [null, null, null],
  [-LARGEST, -(2 ** 40), false],
  [0, 0, true],
  [7, null, null],
  [null, 5, false],
  [12, 2 ** 40, true],
] as const;

let first: TestApp;
let suite: TestApp;
beforeAll(async () => {
  first = await startTestApp({ ROLE: 'api' });
  await first.database.execute(`
    create table sorted_rooms (
      workspace_id text not null, id text not null, seats integer, bytes bigint, is_quiet boolean, revision integer not null,
      created_at timestamptz(3) not null, updated_at timestamptz(3) not null, primary key (workspace_id, id)
    )`);
  suite = await startTestApp({ ROLE: 'api' }, { beside: first, modules: [SortedRoomsModule] });
  for (const [index, values] of ROOMS.entries())
    await suite.database.execute('insert into sorted_rooms values ($1, $2, $3, $4, $5, 1, now(), now())', [
      suite.workspaceId,
      `srm_${String(index).padStart(26, '0')}`,
      ...values,
    ]);
});
afterAll(async () => {
  await suite.close();
  await first.close();
});

/** The values of a field over all pages of two. */
async function walked(query: string, field: (typeof SORTS)[number]) {
  const values: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const answer: any = await suite.client.get(
      `/v1/office/sorted-rooms?limit=2&${query}${cursor && `&cursor=${cursor}`}`,
    );
    expect(answer, answer.text).toMatchObject({ status: 200 });
    values.push(...answer.body.data.map((room: any) => room[field]));
    cursor = answer.body.meta.next_cursor;
  }
  return values;
}

describe('a list sorted by a nullable field', () => {
  it.each([
    ['seats', [-LARGEST, 0, 7, 12]],
    ['bytes', [-(2 ** 40), 0, 5, 2 ** 40]],
    ['is_quiet', [false, false, true, true]],
  ] as const)('%s has nulls last in both directions, over all pages', async (field, values) => {
    expect(await walked(`sort=${field}:asc`, field)).toEqual([...values, null, null]);
    expect(await walked(`sort=${field}:desc`, field)).toEqual([...values.toReversed(), null, null]);
  });

  it('never takes null for a value in a condition', async () => {
    expect(await walked(`sort=seats&seats[lte]=${LARGEST}`, 'seats')).toEqual([-LARGEST, 0, 7, 12]);
    expect(await walked(`sort=seats&seats[gte]=${-LARGEST - 1}`, 'seats')).toEqual([-LARGEST, 0, 7, 12]);
    expect(await walked(`sort=is_quiet&is_quiet[not]=true`, 'is_quiet')).toEqual([false, false, null, null]);
  });
});

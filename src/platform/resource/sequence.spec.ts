import { describe, expect, it } from 'vitest';
import type { ApiError } from '../errors/api-error.js';
import { inOrder, placed, rearranged, rearrangedInPart } from './sequence.js';

const ids = ['a', 'b', 'c', 'd'];

const refusal = (act: () => unknown) => {
  try {
    return act();
  } catch (error) {
    return (error as ApiError).details?.map(({ field, code }) => `${field} ${code}`);
  }
};

describe('a record is placed', () => {
  it.each([
    [1, 'xabcd'],
    [3, 'abxcd'],
    [5, 'abcdx'],
    [99, 'abcdx'],
    [undefined, 'abcdx'],
  ])('as a new one at %s', (order, result) => {
    expect(placed(ids, 'x', order).join('')).toBe(result);
  });

  it.each([
    [1, 'cabd'],
    [3, 'abcd'],
    [4, 'abdc'],
    [99, 'abdc'],
  ])('from elsewhere at %s', (order, result) => {
    expect(placed(ids, 'c', order).join('')).toBe(result);
  });

  it('as the first of all', () => {
    expect(placed([], 'x', 7)).toEqual(['x']);
  });
});

it('records are shown in their order, with their places', () => {
  const records = [
    { id: 'b', name: 'B' },
    { id: 'a', name: 'A' },
  ];
  expect(inOrder(['a', 'b'], records)).toEqual([
    { id: 'a', name: 'A', order: 1 },
    { id: 'b', name: 'B', order: 2 },
  ]);
});

describe('an order given in full', () => {
  it('is taken as it is', () => {
    expect(rearranged(ids, ['d', 'a', 'c', 'b'], 'stage_ids')).toEqual(['d', 'a', 'c', 'b']);
    expect(rearranged([], [], 'stage_ids')).toEqual([]);
  });

  it.each([
    [['a', 'b', 'c'], ['stage_ids required']],
    [
      ['a', 'b', 'c', 'c'],
      ['stage_ids[3] duplicate', 'stage_ids required'],
    ],
    [['a', 'b', 'x', 'd', 'c'], ['stage_ids[2] not_found']],
    [[], ['stage_ids required']],
  ])('%j is refused', (given, problems) => {
    expect(refusal(() => rearranged(ids, given, 'stage_ids'))).toEqual(problems);
  });
});

describe('an order given in part', () => {
  const at = (...places: [id: string, order?: number][]) => places.map(([id, order]) => ({ id, order }));

  it.each([
    [at(['d', 1]), 'dabc'],
    [at(['a', 3]), 'bcad'],
    [at(['a', 4], ['d', 1]), 'dbca'],
    [at(['a', 2], ['b', 1]), 'bacd'],
    [at(['a', 9]), 'bcda'],
    [at(['a', 9], ['b', 10]), 'cdab'],
    [at(['a', 4], ['b', 5]), 'cdab'],
    [at(['b']), 'abcd'],
    [at(), 'abcd'],
  ])('%j', (given, result) => {
    expect(rearrangedInPart(ids, given, 'stages').join('')).toBe(result);
  });

  it('is refused where it names others, one twice, or one place twice', () => {
    const given = at(['a', 1], ['x', 2], ['a', 3], ['b', 1]);
    expect(refusal(() => rearrangedInPart(ids, given, 'stages'))).toEqual([
      'stages[1].id not_found',
      'stages[2].id duplicate',
      'stages[3].order duplicate',
    ]);
  });
});

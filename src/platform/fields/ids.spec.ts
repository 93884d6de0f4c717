import { TypeID } from 'typeid-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isId, newId, prefixOf } from './ids.js';

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('an id is a UUID of version 7 with its time, as TypeID writes it', () => {
  for (const time of ['2027-01-02T03:04:05.678Z', '2100-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z']) {
    vi.setSystemTime(time);
    const id = newId('doc');
    expect([isId('doc', id), prefixOf(id)]).toEqual([true, 'doc']);
    const uuid = TypeID.fromString(id).toUUID();
    expect(uuid).toMatch(UUID7);
    expect(new Date(parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toISOString()).toBe(time);
  }
});

it('ids are in the order in which they were made, each one only once, also where the clock goes back a little', () => {
  vi.setSystemTime('2027-01-01T00:00:00Z');
  const ids = Array.from({ length: 10_000 }, (_, n) => {
    if (n % 1000 === 0) vi.setSystemTime(Date.now() + (n % 3000 === 0 ? -5 : 3));
    return newId('doc');
  });
  expect(ids).toEqual([...new Set(ids)].toSorted());
});

it('a clock that was set back far gives ids its time', () => {
  const timeOf = (id: string) => parseInt(TypeID.fromString(id).toUUID().replaceAll('-', '').slice(0, 12), 16);
  vi.setSystemTime('2030-01-01T00:00:00Z');
  newId('doc');
  vi.setSystemTime('2029-01-01T00:00:00Z');
  expect(timeOf(newId('doc'))).toBe(Date.parse('2029-01-01T00:00:00Z'));
});

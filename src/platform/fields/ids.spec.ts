import { describe, expect, it } from 'vitest';
import { DELETED_USER, isId, newId, prefixOf } from './ids.js';

describe('ids', () => {
  it('sort by the order in which a process makes them, also within a millisecond', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('sth'));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sort behind the numbered ids that entries of stage histories had before', () => {
    const numbered = [1, 2, 10, 999_999].map((number) => `sth_${String(number).padStart(26, '0')}`);
    const fresh = newId('sth');
    expect([fresh, ...numbered.toReversed()].toSorted()).toEqual([...numbered, fresh]);
    expect(numbered.every((id) => isId('sth', id) && prefixOf(id) === 'sth')).toBe(true);
  });

  it.each([
    ['of another prefix', 'doc', 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    ['of a longer prefix', 'do', 'doc_01jz8k3m5n7p9q1r3s5t7v9w1x'],
    ['beyond 128 bits', 'doc', 'doc_81jz8k3m5n7p9q1r3s5t7v9w1x'],
    ['with a letter that ids do not have', 'doc', 'doc_01jz8k3m5n7p9q1r3s5t7v9w1u'],
    ['in capitals', 'doc', 'doc_01JZ8K3M5N7P9Q1R3S5T7V9W1X'],
    ['that is too short', 'doc', 'doc_01jz8k3m5n7p9q1r3s5t7v9w1'],
    ['that is too long', 'doc', 'doc_01jz8k3m5n7p9q1r3s5t7v9w1x1'],
    ['with a line behind it', 'doc', 'doc_01jz8k3m5n7p9q1r3s5t7v9w1\n'],
    ['of a number', 'doc', 1],
    ['of nothing', 'doc', null],
    ['of the deleted user, where no user is meant', 'doc', DELETED_USER],
  ])('are not taken for one %s', (_, prefix, value) => {
    expect(isId(prefix, value)).toBe(false);
  });

  it('of the deleted user is an id of a user, without the form of one', () => {
    expect([isId('usr', DELETED_USER), prefixOf(DELETED_USER)]).toEqual([true, null]);
  });
});

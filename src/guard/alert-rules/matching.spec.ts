import { describe, expect, it } from 'vitest';
import { type ConditionFields, readChangeCondition } from '../../platform/index.js';
import type { When } from './alert-rule.entity.js';
import { type Entry, matcherOf } from './matching.js';

const fields: ConditionFields = {
  status: { kind: 'text', nullable: false },
  value: { kind: 'number', nullable: true },
  tags: { kind: 'list', nullable: false },
};

const matches = (when: When, changes: Entry['changes']) =>
  matcherOf({ when }, readChangeCondition(when, fields))({ changes } as Entry);

describe('a condition on the changed fields of an entry', () => {
  it.each<[When, Entry['changes'], boolean]>([
    [{ after: { status: 'won' } }, { status: { from: 'open', to: 'won' } }, true],
    [{ after: { status: 'won' } }, { status: { from: 'won', to: 'open' } }, false],
    [{ before: { status: 'open' }, after: { value: { gte: 10 } } }, { status: { from: 'open', to: 'won' } }, false],
    [{ after: { value: { gte: 10 } } }, { value: { from: null, to: 12 } }, true],
    [{ before: { value: { empty: true } } }, { value: { from: null, to: 12 } }, true],
    [{ after: { tags: { any: ['key'] } } }, { tags: { from: [], to: ['key'] } }, true],
    [{ after: { not: { status: 'won' } } }, { status: { from: 'won', to: 'open' } }, true],
  ])('%j of %j is %s', (when, changes, expected) => {
    expect(matches(when, changes)).toBe(expected);
  });

  it.each<[string, When]>([
    ['a comparison', { after: { value: 1 } }],
    ['its not', { after: { not: { value: 1 } } }],
    ['another value', { after: { value: { not: 1 } } }],
    ['no value', { after: { value: { empty: true } } }],
    ['any value', { after: { value: { empty: false } } }],
    ['none of some tags', { after: { tags: { none: ['a'] } } }],
  ])('knows nothing of a field that did not change: %s', (_, when) => {
    expect(matches(when, { status: { from: 'open', to: 'won' } })).toBe(false);
    expect(matches(when, null)).toBe(false);
  });

  it('knows nothing of values that the entry does not show, or that have another kind', () => {
    const digest = { sha256: 'a', length: 9 };
    expect(matches({ after: { status: { not: 'won' } } }, { status: { from: digest, to: digest } })).toBe(false);
    expect(matches({ after: { status: { not: 'won' } } }, { status: { masked: true } } as never)).toBe(false);
    expect(matches({ after: { status: { starts: '1' } } }, { status: { from: 1, to: 12 } })).toBe(false);
    expect(matches({ after: { value: { gte: 1 } } }, { value: { from: '1', to: '12' } })).toBe(false);
  });
});

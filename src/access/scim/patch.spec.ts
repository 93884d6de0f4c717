import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/fields/ids.js';
import { patchGroup, patchUser } from './patch.js';
import { PATCH } from './scim.dto.js';

const message = (operations: unknown) => ({ schemas: [PATCH], Operations: operations });

describe('a user', () => {
  it.each([
    ['an unknown path', [{ op: 'replace', path: 'shoeSize', value: 1 }], 'invalidPath'],
    ['an unknown attribute', [{ op: 'replace', value: { displayName: 'X', shoeSize: 1 } }], 'invalidPath'],
    ['an unknown part', [{ op: 'replace', path: 'name.nick', value: 'x' }], 'invalidPath'],
    ['an unknown schema', [{ op: 'add', path: 'urn:example:1.0:User:x', value: 'x' }], 'invalidPath'],
    [
      'a filter where there is one value',
      [{ op: 'replace', path: 'active[value eq "x"]', value: true }],
      'invalidPath',
    ],
    ['a part of what has none', [{ op: 'replace', path: 'active.x', value: true }], 'invalidPath'],
    ['a long path', [{ op: 'replace', path: '.'.repeat(100_000), value: true }], 'invalidPath'],
    ['its id', [{ op: 'replace', path: 'id', value: 'usr_x' }], 'mutability'],
    ['its groups', [{ op: 'add', path: 'groups', value: [{ value: 'grp_x' }] }], 'mutability'],
    ['no userName', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
    ['a value of another type', [{ op: 'replace', path: 'active', value: 'maybe' }], 'invalidValue'],
    ['a list for one value', [{ op: 'replace', path: 'displayName', value: ['a', 'b'] }], 'invalidValue'],
    ['a text for an object', [{ op: 'replace', path: 'name', value: 'Ada' }], 'invalidValue'],
    ['no value', [{ op: 'replace', path: 'displayName' }], 'invalidValue'],
    ['no value to add', [{ op: 'add', path: 'displayName' }], 'invalidValue'],
    ['no path and no object', [{ op: 'add', value: 'x' }], 'invalidValue'],
    ['nothing to remove', [{ op: 'remove' }], 'noTarget'],
    ['an unknown operation', [{ op: 'move', path: 'active', value: true }], 'invalidSyntax'],
    ['no operation', [{ path: 'active', value: true }], 'invalidValue'],
    ['an operation that is none', ['x'], 'invalidValue'],
    ['no operations', [], 'invalidValue'],
    ['operations that are no list', { op: 'add' }, 'invalidValue'],
    [
      'too many operations',
      Array.from({ length: 1001 }, () => ({ op: 'replace', path: 'active', value: true })),
      'invalidValue',
    ],
    [
      'a good one before a bad one',
      [
        { op: 'add', path: 'displayName', value: 'X' },
        { op: 'add', path: 'y', value: 1 },
      ],
      'invalidPath',
    ],
  ])('is not patched with %s', async (_, operations, scimType) => {
    const user = { userName: 'ada@example.com', displayName: 'Ada', active: true };
    await expect(patchUser(message(operations), user)).rejects.toMatchObject({ status: 400, scimType });
  });
});

describe('a group', () => {
  it.each([
    ['a group', [{ op: 'add', path: 'members', value: [{ value: newId('grp') }] }], 'invalidValue'],
    ['no value', [{ op: 'add', path: 'members', value: [{}] }], 'invalidValue'],
    ['another filter', [{ op: 'remove', path: 'members[display eq "x"]' }], 'invalidFilter'],
    ['a broken filter', [{ op: 'remove', path: 'members[value eq ' }], 'invalidPath'],
    ['two filters', [{ op: 'remove', path: 'members[value eq "x" and value eq "y"]' }], 'invalidFilter'],
    ['a filter to add to', [{ op: 'add', path: 'members[value eq "x"]', value: { display: 'x' } }], 'invalidPath'],
    ['a part of members', [{ op: 'replace', path: 'members.value', value: 'x' }], 'invalidPath'],
    ['an unknown path', [{ op: 'replace', path: 'memberships', value: 'x' }], 'invalidPath'],
    ['no name', [{ op: 'remove', path: 'displayName' }], 'invalidValue'],
    ['its id', [{ op: 'replace', path: 'id', value: 'grp_x' }], 'mutability'],
  ])('is not patched with %s', async (_, operations, scimType) => {
    const join = { op: 'add', path: 'members', value: [{ value: newId('usr') }] };
    const patched = patchGroup(message([join, ...operations]), { displayName: 'Team' });
    await expect(patched).rejects.toMatchObject({ status: 400, scimType });
  });
});

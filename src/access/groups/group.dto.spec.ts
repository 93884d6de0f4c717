import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { newId } from '../../platform/fields/ids.js';
import { read } from '../../platform/fields/reader.js';
import { AddMembers, CreateGroup } from './group.dto.js';

describe('a new group', () => {
  it.each([
    ['no name', { name: undefined }, 'name required'],
    ['an empty name', { name: ' ' }, 'name required'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name too_long'],
    ['a description of 10 001 characters', { description: 'x'.repeat(10_001) }, 'description too_long'],
    ['an unknown role', { roles: ['office:god'] }, 'roles[0] invalid_value'],
  ])('has not %s', async (_, fields, error) => {
    expect(await faultsOf(() => read(CreateGroup, { name: 'Team', ...fields }))).toEqual([error]);
  });
});

describe('new members of a group', () => {
  it.each([
    ['nobody', [], 'user_ids required'],
    ['101', Array.from({ length: 101 }, () => newId('usr')), 'user_ids too_many'],
    ['one twice', ['usr_x', 'usr_x'], 'user_ids[1] duplicate'],
    ['no list', 'usr_x', 'user_ids invalid_type'],
    ['none at all', undefined, 'user_ids required'],
  ])('are not %s', async (_, user_ids, error) => {
    expect(await faultsOf(() => read(AddMembers, { user_ids }))).toEqual([error]);
  });
});

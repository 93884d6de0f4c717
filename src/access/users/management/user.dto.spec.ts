import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../../test/expect-error.js';
import { read } from '../../../platform/fields/reader.js';
import { CreateUser } from './user.dto.js';

describe('a new user', () => {
  it.each([
    ['no email', { email: undefined }, 'email required'],
    ['an empty email', { email: '  ' }, 'email required'],
    ['null as email', { email: null }, 'email invalid_type'],
    ['no address', { email: 'ada' }, 'email invalid_format'],
    ['two addresses', { email: 'ada@example.com, bob@example.com' }, 'email invalid_format'],
    ['an address without a domain', { email: 'ada@' }, 'email invalid_format'],
    ['a name with the address', { email: 'Ada <ada@example.com>' }, 'email invalid_format'],
    ['line breaks in the address', { email: 'ada@example.com\r\nBcc: eve@example.com' }, 'email invalid_format'],
    ['an address of 255 characters', { email: `a@${`${'b'.repeat(49)}.`.repeat(5)}com` }, 'email too_long'],
    ['an empty display name', { display_name: ' ' }, 'display_name required'],
    ['a display name of 256 characters', { display_name: 'x'.repeat(256) }, 'display_name too_long'],
    ['an unknown role', { roles: ['office:god'] }, 'roles[0] invalid_value'],
    ['a role twice', { roles: ['office:viewer', 'office:viewer'] }, 'roles[1] duplicate'],
    ['roles that are no list', { roles: 'office:viewer' }, 'roles invalid_type'],
    ['an invitation that is no flag', { send_invite: 'no' }, 'send_invite invalid_type'],
  ])('has not %s', async (_, fields, error) => {
    const user = { email: 'ada@example.com', ...fields };
    expect(await faultsOf(() => read(CreateUser, user))).toEqual([error]);
  });
});

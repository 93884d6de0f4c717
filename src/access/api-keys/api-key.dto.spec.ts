import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { CreateApiKey } from './api-key.dto.js';

describe('a new key', () => {
  it.each([
    [{ name: '' }, 'name required'],
    [{ name: undefined }, 'name required'],
    [{ scopes: [] }, 'scopes required'],
    [{ scopes: undefined }, 'scopes required'],
    [{ scopes: ['office:delete'] }, 'scopes[0] invalid_value'],
    [{ scopes: ['office:read', 'office:read'] }, 'scopes[1] duplicate'],
    [{ scopes: 'office:read' }, 'scopes invalid_type'],
    [{ expires_at: '2999-01-01T00:00:00' }, 'expires_at invalid_format'],
    [{ expires_at: '2999-02-30T00:00:00Z' }, 'expires_at invalid_format'],
  ])('is not made of %j', async (fields, problem) => {
    expect(await faultsOf(() => read(CreateApiKey, { name: 'Key', scopes: ['office:read'], ...fields }))).toEqual([
      problem,
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { CreateContact } from './contact.dto.js';

describe('custom fields', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`n${n}`, n]));

  it.each([
    ['a list', '[]', 'invalid_type'],
    ['101 fields', JSON.stringify(many), 'too_many'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'invalid_format'],
    ['a blank in a name', '{"a b":1}', 'invalid_format'],
    ['a long name', `{"${'a'.repeat(65)}":1}`, 'invalid_format'],
    ['an object', '{"a":{"b":1}}', 'invalid_type'],
    ['a list in a list', '{"a":[[1]]}', 'invalid_type'],
    ['1e400', '{"a":1e400}', 'invalid_type'],
    ['65 KB', `{"a":"${'ä'.repeat(33_000)}"}`, 'too_large'],
  ])('are not %s', async (_, json, code) => {
    expect(
      await faultsOf(() => read(CreateContact, JSON.parse(`{"display_name":"Ada","custom_fields":${json}}`))),
    ).toEqual([`custom_fields ${code}`]);
  });
});

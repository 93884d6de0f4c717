import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { CreateDeal } from './deal.dto.js';

describe('a new deal', () => {
  it.each([
    ['value out_of_range', '1000000000000'],
    ['value out_of_range', '-0.01'],
    ['value invalid_value', '1.005'],
    ['value invalid_value', '0.001'],
    ['value invalid_type', '1e400'],
    ['value invalid_type', '"12"'],
  ])('has no value with %s: %s', async (fault, value) => {
    const deal = JSON.parse(`{"title":"Website","value":${value}}`);
    expect(await faultsOf(() => read(CreateDeal, deal))).toEqual([fault]);
  });
});

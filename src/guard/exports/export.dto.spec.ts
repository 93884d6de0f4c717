import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { readInput } from '../../platform/fields/reader.js';
import { CreateExport } from './export.dto.js';

describe('an export', () => {
  it.each([
    [{ format: 'xml' }, 'format invalid_value'],
    [{ filters: { colour: 'red' } }, 'filters invalid_value'],
    [{ filters: { outcome: 'bad' } }, 'filters.outcome invalid_value'],
    [{ filters: { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00Z' } }, 'filters.from out_of_range'],
    [{ filters: { from: '2026-01-02T01:00:00+01:00', to: '2026-01-01T00:00:00Z' } }, 'filters.from out_of_range'],
    [{ filters: { from: 'yesterday' } }, 'filters.from invalid_format'],
    [{ filters: 'all' }, 'filters invalid_type'],
    [{ gzip: 1 }, 'gzip invalid_type'],
  ])('is not begun with %j', async (body, problem) => {
    expect(await faultsOf(() => readInput(CreateExport, body))).toEqual([problem]);
  });
});

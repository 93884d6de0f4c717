import { parse } from 'node:querystring';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { AuditLogQuery } from './audit-log.dto.js';

describe('a list of entries', () => {
  it.each([
    ['from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from out_of_range'],
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', 'from out_of_range'],
    ['from=2026-01-01T01:00:00%2B01:00&to=2026-01-01T00:00:00Z', 'from out_of_range'],
    ['from=2026-01-01', 'from invalid_format'],
    ['to=2026-01-01T00:00:00', 'to invalid_format'],
    ['limit=0', 'limit out_of_range'],
    ['limit=101', 'limit out_of_range'],
    ['limit=x', 'limit invalid_type'],
    ['sort=action:asc', 'sort invalid_value'],
  ])('is not asked for %s', async (query, problem) => {
    expect(await faultsOf(() => read(AuditLogQuery, parse(query), { text: true }))).toEqual([problem]);
  });
});

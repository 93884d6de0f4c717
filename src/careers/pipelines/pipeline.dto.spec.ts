import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { read } from '../../platform/fields/reader.js';
import { CreatePipeline } from './pipeline.dto.js';
import { CreateStage } from './stage.dto.js';

describe('a new pipeline', () => {
  it.each([
    [{ stages: [] }, 'stages required'],
    [{ stages: [{ name: 'A' }, {}] }, 'stages[1].name required'],
    [{ stages: 'A' }, 'stages invalid_type'],
    [{ stages: Array.from({ length: 51 }, (_, n) => ({ name: `${n}` })) }, 'stages too_many'],
    [{ name: 'x'.repeat(256) }, 'name too_long'],
  ])('is not made of %j', async (input, problem) => {
    expect(await faultsOf(() => read(CreatePipeline, { name: 'Design', ...input }))).toEqual([problem]);
  });
});

describe('a new stage', () => {
  it.each([
    [{ name: 'X', order: 0 }, 'order out_of_range'],
    [{ name: 'X', order: -1 }, 'order out_of_range'],
    [{ name: 'X', order: 1.5 }, 'order invalid_type'],
    [{ name: 'X', order: '1' }, 'order invalid_type'],
    [{ order: 1 }, 'name required'],
  ])('is not made of %j', async (input, problem) => {
    expect(await faultsOf(() => read(CreateStage, input))).toEqual([problem]);
  });
});

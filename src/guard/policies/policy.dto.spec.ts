import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { readInput } from '../../platform/fields/reader.js';
import { CreatePolicy, UpdatePolicy } from './policy.dto.js';

const policy = {
  name: 'No exports',
  effect: 'deny',
  principals: [{ type: 'any' }],
  resources: [{ type: 'guard.policy' }],
  actions: ['guard:read'],
};

describe('a policy', () => {
  it.each<[string, object, string[]]>([
    ['an unknown action', { actions: ['office:burn'] }, ['actions[0] invalid_value']],
    ['an action of no app', { actions: ['webhooks:read'] }, ['actions[0] invalid_value']],
    ['no actions', { actions: [] }, ['actions required']],
    ['no principals', { principals: [] }, ['principals required']],
    ['no resources', { resources: [] }, ['resources required']],
    [
      '101 resources',
      { resources: Array.from({ length: 101 }, () => ({ type: 'guard.policy' })) },
      ['resources too_many'],
    ],
    ['101 principals', { principals: Array.from({ length: 101 }, () => ({ type: 'any' })) }, ['principals too_many']],
    ['an unknown principal type', { principals: [{ type: 'team', id: 'x' }] }, ['principals[0].type invalid_value']],
    ['an unknown type', { resources: [{ type: 'guard.cake' }] }, ['resources[0].type invalid_value']],
    ['several faults', { effect: 'perhaps', name: '' }, ['name required', 'effect invalid_value']],
  ])('has not %s, changed to as well as made', async (_, facts, faults) => {
    expect(await faultsOf(() => readInput(CreatePolicy, { ...policy, ...facts }))).toEqual(faults);
    expect(await faultsOf(() => readInput(UpdatePolicy, facts))).toEqual(faults);
  });
});

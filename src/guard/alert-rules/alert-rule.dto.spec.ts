import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/expect-error.js';
import { readInput } from '../../platform/fields/reader.js';
import { CreateAlertRule, UpdateAlertRule } from './alert-rule.dto.js';

const rule = { name: 'Refused', condition: { outcome: 'denied' } };

describe('a rule', () => {
  it.each<[string, object, string[]]>([
    ['no condition', { condition: {} }, ['condition required']],
    ['a condition of no known part', { condition: { colour: 'red', toString: 1 } }, ['condition required']],
    ['an unknown action', { condition: { actions: ['office.cake.eaten'] } }, ['condition.actions[0] invalid_value']],
    ['an action of no app', { condition: { actions: ['kitchen.*'] } }, ['condition.actions[0] invalid_value']],
    ['no actions', { condition: { actions: [] } }, ['condition.actions required']],
    ['an unknown outcome', { condition: { outcome: 'luck' } }, ['condition.outcome invalid_value']],
    ['an unknown type', { condition: { resource_type: 'office.cake' } }, ['condition.resource_type invalid_value']],
    [
      'no address',
      { condition: { ip_not_in: ['here', '10.0.0.0/33'] } },
      ['condition.ip_not_in[0] invalid_format', 'condition.ip_not_in[1] invalid_format'],
    ],
    ['a threshold of 0', { threshold: 0 }, ['threshold out_of_range']],
    ['a window of a day and a minute', { window_minutes: 1441 }, ['window_minutes out_of_range']],
    ['an unknown group', { group_by: 'user_agent' }, ['group_by invalid_value']],
    ['an unknown severity', { severity: 'fatal' }, ['severity invalid_value']],
  ])('has not %s, changed to as well as made', async (_, facts, faults) => {
    expect(await faultsOf(() => readInput(CreateAlertRule, { ...rule, ...facts }))).toEqual(faults);
    expect(await faultsOf(() => readInput(UpdateAlertRule, facts))).toEqual(faults);
  });
});

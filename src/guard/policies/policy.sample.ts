import { sample } from '../../../test/support/sample.js';

const policy = {
  name: 'No exports for viewers',
  effect: 'deny',
  principals: [{ type: 'role', id: 'sales:viewer' }],
  resources: [{ type: 'office.document' }],
  actions: ['sales:export'],
};

const question = { principal: { type: 'any' }, resource: { type: 'office.document' }, action: 'office:read' };

export default sample('guard.policy', {
  text: 'name',
  create: policy,
  update: { name: 'Renamed', status: 'inactive' },
  invalid: [
    {},
    { ...policy, effect: 'maybe' },
    { ...policy, actions: [] },
    { ...policy, principals: [{ type: 'user' }] },
  ],
  routes: {
    'POST /v1/guard/policies/simulate': {
      body: { policy },
      invalid: [
        {},
        { policy, policy_id: 'pol_01jz8k3m5n7p9q1r3s5t7v9w1x' },
        { policy_id: 'pol_01jz8k3m5n7p9q1r3s5t7v9w1x' },
        { policy: { ...policy, effect: 'allow' } },
        { policy: { ...policy, principals: [{ type: 'user' }] } },
        { policy, days: 0 },
        { policy, days: 91 },
      ],
    },
    'POST /v1/guard/policies/:id/evaluate': {
      body: question,
      invalid: [{}, { ...question, action: 'office:*' }, { ...question, resource: { type: 'office.*' } }],
    },
  },
});

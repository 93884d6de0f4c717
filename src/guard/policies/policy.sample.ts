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
  create: policy,
  update: { name: 'Renamed', status: 'inactive' },
  invalid: [
    {},
    { ...policy, effect: 'maybe' },
    { ...policy, actions: [] },
    { ...policy, principals: [{ type: 'user' }] },
  ],
  routes: {
    'POST /v1/guard/policies/:id/evaluate': {
      body: question,
      invalid: [{}, { ...question, action: 'office:*' }, { ...question, resource: { type: 'office.*' } }],
    },
  },
});

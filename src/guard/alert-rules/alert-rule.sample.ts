import { sample } from '../../../test/support/sample.js';

const rule = { name: 'Many deletions', condition: { actions: ['office.document.deleted'] }, threshold: 3 };
const from = '2026-01-01T00:00:00Z';

export default sample('guard.alert_rule', {
  text: 'name',
  create: rule,
  update: { description: 'Whatever goes' },
  invalid: [
    {},
    { ...rule, condition: {} },
    { ...rule, condition: { actions: ['office.cake.eaten'] } },
    { ...rule, threshold: 0 },
  ],
  routes: {
    'POST /v1/guard/alert-rules/:id/test': { body: { from }, invalid: [{}, { from, to: from }, { from: 'then' }] },
  },
});

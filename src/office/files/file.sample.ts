import { formWithFile, sample } from '../../../test/support/sample.js';

export default sample('office.file', {
  text: 'name',
  create: formWithFile('plan.txt', 'Plan'),
  update: { name: 'second plan.txt' },
  invalid: [formWithFile('plan.txt', 'Plan', 'attachment')],
  routes: { 'PATCH /v1/office/files/:id': { invalid: [{ name: '' }] } },
});

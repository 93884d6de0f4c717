import { sample } from '../../../test/support/sample.js';

export default sample('careers.pipeline', {
  text: 'name',
  create: { name: 'Engineering', stages: [{ name: 'Applied' }, { name: 'Hired' }] },
  update: { name: 'Design' },
  invalid: [{}, { name: '' }, { name: 'Design', stages: [] }, { name: 'Design', stages: [{}] }],
  routes: { 'PATCH /v1/careers/pipelines/:id': { invalid: [{ name: null }] } },
});

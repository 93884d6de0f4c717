import { sample } from '../../../test/support/sample.js';

const form = (...fields: object[]) => ({ title: 'Engineer', application_form: { fields } });

export default sample('careers.job', {
  text: 'title',
  create: { title: 'Backend engineer', department: 'Engineering', description: '<p>You build it.</p>' },
  update: { title: 'Senior backend engineer' },
  invalid: [
    {},
    { title: '' },
    { title: 'Engineer', employment_type: 'hobby' },
    { title: 'Engineer', pipeline_id: 'cpl_1' },
    form({ name: 'a' }, { name: 'a' }),
    form({ name: 'a', type: 'select' }),
  ],
  deletable: (client, path) => client.post(`${path}/archive`),
  routes: {
    'POST /v1/careers/jobs/:id/publish': { body: { channels: ['careers_site'] }, invalid: [{ channels: ['radio'] }] },
    'POST /v1/careers/jobs/:id/close': { body: { close_reason: 'Filled' }, invalid: [{ close_reason: 1 }] },
    'PATCH /v1/careers/jobs/:id': { invalid: [{ title: null }, { status: 'lost' }] },
  },
});

import { sample } from '../../../test/support/sample.js';

const shownAs = (visibility: string) => ({ permissions: { visibility } });

export default sample('office.document', {
  text: 'title',
  create: { title: 'Plan', content: '<p>First</p>' },
  update: { title: 'Plan, second draft' },
  invalid: [{}, { title: '' }, { title: 'Plan', content_type: 'pdf' }, { title: 'Plan', ...shownAs('secret') }],
  access: [
    { record: shownAs('private'), sees: 'admin', changes: 'admin' },
    { record: shownAs('workspace'), sees: 'viewer', changes: 'editor' },
  ],
  routes: {
    'PATCH /v1/office/documents/:id': { invalid: [{ title: null }, { status: 'lost' }] },
    'GET /v1/office/public/documents/:id': async ({ client, make }) => {
      const id = await make('office.document', shownAs('public'));
      await client.patch(`/v1/office/documents/${id}`, { status: 'published' });
      return { path: `/v1/office/public/documents/${id}` };
    },
  },
});

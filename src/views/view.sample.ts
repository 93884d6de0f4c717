import { sample } from '../../test/support/sample.js';

const view = { type: 'office.document', name: 'Published' };

export default sample('views.view', {
  create: { ...view, where: { status: 'published' }, sort: 'title:asc', columns: ['title', 'owner_id'], shared: true },
  update: { name: 'Everything published' },
  invalid: [
    {},
    { ...view, type: 'office.cake' },
    { ...view, type: 'webhooks.webhook' },
    { ...view, where: { cake: 1 } },
    { ...view, sort: 'cake:asc' },
    { ...view, columns: ['title', 'cake'] },
    { ...view, layout: 'pie' },
  ],
});

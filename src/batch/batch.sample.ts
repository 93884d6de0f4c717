import { sample } from '../../test/support/sample.js';

const document = { method: 'POST', path: '/v1/office/documents', body: { title: 'Plan' } };

export default sample('batch.batch', {
  routes: {
    'POST /v1/batch': {
      body: { operations: [{ method: 'GET', path: '/v1/access/people' }] },
      invalid: [
        {},
        { operations: [] },
        { operations: Array.from({ length: 101 }, () => document) },
        { operations: [{ ...document, path: '/mcp' }] },
        { operations: [{ ...document, headers: { Authorization: 'Bearer x' } }] },
        {
          operations: [
            { ...document, body: { title: { $ref: 'later.title' } } },
            { ...document, ref: 'later' },
          ],
        },
        { operations: [document], atomic: false, dry_run: true },
      ],
      everybody: true,
    },
  },
});

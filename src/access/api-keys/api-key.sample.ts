import { sample } from '../../../test/support/sample.js';

export default sample('access.api_key', {
  text: 'name',
  create: { name: 'Deploy', scopes: ['office:read'] },
  update: { name: 'Deploy, renamed' },
  invalid: [{}, { name: 'Deploy', scopes: [] }, { name: 'Deploy', scopes: ['office:everything'] }],
  // Whoever changes a key must be admin of all that it reaches.
  access: [{ record: { scopes: ['access:read'] }, sees: 'viewer', changes: 'admin', deletes: 'editor' }],
  routes: {
    'POST /v1/access/api-keys/:id/rotate': {
      body: { grace_period_seconds: 60 },
      invalid: [{ grace_period_seconds: -1 }],
    },
  },
});

import { requests } from '../../../test/support/sample.js';

export default requests({
  'GET /v1/access/me': { own: () => '/v1/access/me' },
  'PATCH /v1/access/me': {
    own: () => '/v1/access/me',
    body: { language: 'de' },
    invalid: [{ language: 'fr' }, { language: '' }, { language: 1 }],
  },
});

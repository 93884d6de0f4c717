import { requests } from '../../../test/support/sample.js';

export default requests({
  'GET /docs/:file': { path: '/docs/oauth2-redirect.html' },
  'GET /docs/:version/:file': { path: '/docs/any/start.js' },
});

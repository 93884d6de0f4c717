import { requests } from '../../../test/support/sample.js';

export default requests({
  'GET /docs/:section': { path: '/docs/sales' },
  'GET /docs/:section/:page': { path: '/docs/sales/deals' },
  'GET /docs/guides/:name.md': { path: '/docs/guides/webhooks.md' },
  'GET /docs/assets/:version/:file': { path: '/docs/assets/any/site.js' },
});

import { requests } from '../../../test/support/sample.js';

export default requests({ 'GET /docs/:file': { path: '/docs/start.js' } });

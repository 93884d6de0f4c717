import { requests } from '../../test/support/sample.js';

export default requests({ 'GET /v1/search': { query: 'q=quixote' } });

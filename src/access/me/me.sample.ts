import { requests } from '../../../test/support/sample.js';

export default requests({ 'GET /v1/access/me': { own: () => '/v1/access/me' } });

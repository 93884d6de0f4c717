import { requests } from '../../../test/support/sample.js';

export default requests({ 'GET /v1/access/people': { everybody: true } });

import { requests } from '../../../test/support/sample.js';

export default requests({ 'GET /assets/:version/:file': { path: '/assets/any/pages.css' } });

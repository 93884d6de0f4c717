import { requests } from '../../../test/support/sample.js';
import { STYLES_FILE } from './layout.js';

export default requests({ 'GET /assets/:file': { path: `/assets/${STYLES_FILE}` } });

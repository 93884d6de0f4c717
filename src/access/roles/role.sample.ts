import { sample } from '../../../test/support/sample.js';

export default sample('access.role', { catalogue: true });

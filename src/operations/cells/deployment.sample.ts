import { sample } from '../../../test/support/sample.js';

export default sample('operations.deployment', { catalogue: true });

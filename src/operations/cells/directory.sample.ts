import { sample } from '../../../test/support/sample.js';

export default sample('operations.directory', { catalogue: true });

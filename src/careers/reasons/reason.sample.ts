import { sample } from '../../../test/support/sample.js';

export default sample('careers.disqualification_reason', { catalogue: true });

import { randomUUID } from 'node:crypto';
import { sample } from '../../test/support/sample.js';

export default sample('office.room', {
  text: 'name',
  create: () => ({ name: randomUUID(), seats: 8 }),
  update: { seats: 10 },
  invalid: [{}, { name: '' }, { name: 'Blue', seats: 0 }],
});

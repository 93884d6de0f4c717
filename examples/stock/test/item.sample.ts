import { randomUUID } from 'node:crypto';
import { sample } from 'workspace-suite/testing';

export default sample('stock.item', {
  text: 'name',
  create: () => ({ name: randomUUID(), pieces: 12 }),
  update: { pieces: 10 },
  invalid: [{}, { name: '' }, { name: 'Screws', pieces: -1 }],
});

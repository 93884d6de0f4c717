import { expect, it } from 'vitest';
import { changesBetween } from './audit.js';

it('a secret that changed has neither value nor digest nor length in its entry', () => {
  const changes = changesBetween({ secret: 'one' }, { secret: 'two' }, ['secret'], { secret: 'nothing' });
  expect(changes).toEqual({ secret: { from: null, to: null } });
});

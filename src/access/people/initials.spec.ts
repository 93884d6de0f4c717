import { expect, it } from 'vitest';
import { initialsOf } from './person.dto.js';

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['Ludwig van Beethoven', 'LB'],
  ['  élodie (they)  ', 'ÉT'],
  ['42 – x', '4X'],
  ['—', ''],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

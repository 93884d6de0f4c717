import { expect, it } from 'vitest';
import { Nested, NestedList, Text } from './fields.js';
import { shownAs } from './pick.js';

class Owner {
  @Text() name: string;
}

class Door {
  @Text() colour: string;
  @Nested(() => Owner, { nullable: true }) owner: Owner | null;
}

class House {
  @Text() name: string;
  @NestedList(() => Door) doors: Door[];
}

it('shows declared fields only, also of what is nested', () => {
  const doors = [
    { colour: 'red', owner: { name: 'Ada', secret: 1 }, secret: 2 },
    { colour: 'blue', owner: null, secret: 3 },
  ];
  expect(shownAs(House, { name: 'Mill', doors, secret: 4 })).toEqual({
    name: 'Mill',
    doors: [
      { colour: 'red', owner: { name: 'Ada' } },
      { colour: 'blue', owner: null },
    ],
  });
});

import { describe, expect, it } from 'vitest';
import { PickType as NestPickType } from '@nestjs/mapped-types';
import { IsInt, Min } from 'class-validator';
import { Int, Nested, NestedList, Text } from './fields.js';
import { IntersectionType, OmitType, PartialType, PickType, shownAs } from './pick.js';
import { checkInput, readInput } from './reader.js';

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

it('shows some of the fields, and no more of what is nested', () => {
  const doors = [{ colour: 'red', owner: { name: 'Ada', secret: 1 }, secret: 2 }];
  const house = { name: 'Mill', doors, secret: 4 };
  expect(Object.keys(shownAs(House, house, ['name']))).toEqual(['name']);
  expect(shownAs(House, house, ['doors'])).toEqual({ doors: [{ colour: 'red', owner: { name: 'Ada' } }] });
});

describe('mapped types', () => {
  class Cat {
    @Text({ max: 5 }) name: string;
    @Int({ optional: true }) lives = 9;
    @IsInt() @Min(1) age: number;
  }
  class Named {
    @Text({ nullable: true }) title: string | null;
  }
  const codes = async (type: new () => object, source: object) => {
    const error = await readInput(type, source).then(
      () => null,
      (thrown) => thrown,
    );
    return error?.details.map(({ field, code }: any) => `${field} ${code}`) ?? [];
  };

  it('pick and omit fields with all of their rules and initial values', async () => {
    for (const type of [PickType(Cat, ['name', 'age']), OmitType(Cat, ['lives'])]) {
      expect(await readInput(type, { name: ' Tom ', age: 3, lives: 1 })).toEqual({ name: 'Tom', age: 3 });
      expect(await codes(type, { name: 'Garfield', age: 0 })).toEqual(['name too_long', 'age out_of_range']);
      expect(await codes(type, {})).toEqual(['name required', 'age required']);
    }
    expect(await readInput(PickType(Cat, ['lives']), {})).toEqual({ lives: 9 });
  });

  it('let fields be left out, without their initial values, but not be null', async () => {
    class Patch extends PartialType(IntersectionType(Cat, Named)) {}
    expect({ ...(await readInput(Patch, {})) }).toEqual({});
    expect(await readInput(Patch, { age: 3, title: null })).toEqual({ age: 3, title: null });
    expect(await codes(Patch, { name: null, age: null })).toEqual(['name invalid_type', 'age invalid_type']);
  });

  it('of Nest itself are refused for fields with field decorators, whose facts they would lose', () => {
    expect(() => checkInput('Cats.create', NestPickType(Cat, ['name']))).toThrow(
      'Cats.create: PickClassType.name has lost its field decorator: import PickType and its like from the platform.',
    );
  });
});

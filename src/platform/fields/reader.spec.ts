import { Transform, Type } from 'class-transformer';
import {
  ArrayUnique,
  IsEmail,
  IsInt,
  IsString,
  Matches,
  Max,
  MinLength,
  Validate,
  ValidateBy,
  ValidateNested,
  ValidatorConstraint,
} from 'class-validator';
import { describe, expect, it } from 'vitest';
import { newId } from './ids.js';
import { ApiError } from '../errors/api-error.js';
import {
  Choice,
  DateOnly,
  Flag,
  FreeObject,
  Id,
  Int,
  LongText,
  Nested,
  NestedList,
  Tags,
  Text,
  Texts,
  Timestamp,
} from './fields.js';
import { checkInput, read } from './reader.js';

type Problems = Record<string, string>;

/** The fields a source is refused for, each with its code. */
function problems(type: new () => object, source: unknown, mode = {}): Problems {
  try {
    read(type, source, mode);
    return {};
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    const { status, message, details = [] } = error as ApiError;
    expect(status).toBe(400);
    for (const detail of details) {
      expect(detail.message, 'no unfilled placeholders').not.toContain('$property');
      expect(detail.message).toContain(detail.field);
    }
    return details.length ? Object.fromEntries(details.map(({ field, code }) => [field, code])) : { '': message };
  }
}

class Point {
  @Int() x: number;
  @Int({ optional: true }) y = 0;
}

function one(decorator: PropertyDecorator): new () => { field: unknown } {
  class One {
    field: unknown;
  }
  decorator(One.prototype, 'field');
  return One;
}

const emoji = '🧭';
const doc = newId('doc');

/** Each decorator with what it takes (and what that becomes) and what it refuses. */
const CASES: Record<string, [PropertyDecorator, good: [unknown, unknown?][], bad: [unknown, code: string][]]> = {
  'Text()': [
    Text(),
    [['Plan'], ['  Plan\t', 'Plan'], ['a'.repeat(255)], [emoji.repeat(255)], ['__proto__']],
    [
      ['', 'required'],
      [' \n\u00a0', 'required'],
      ['a'.repeat(256), 'too_long'],
      [emoji.repeat(256), 'too_long'],
      [1, 'invalid_type'],
      [['Plan'], 'invalid_type'],
      [{}, 'invalid_type'],
      [true, 'invalid_type'],
    ],
  ],
  'Text({ max: 3, empty: true })': [Text({ max: 3, empty: true }), [[''], ['  ', ''], ['abc']], [['abcd', 'too_long']]],
  'LongText({ max: 3, maxBytes: 8 })': [
    LongText({ max: 3, maxBytes: 8 }),
    [[''], [' a '], ['äöü'], [emoji.repeat(2)]],
    [
      ['abcd', 'too_long'],
      [emoji.repeat(3), 'too_large'],
      [1, 'invalid_type'],
    ],
  ],
  "Choice(['draft', 'published'])": [
    Choice(['draft', 'published']),
    [['draft'], ['published']],
    [
      ['Draft', 'invalid_value'],
      [' draft', 'invalid_value'],
      ['', 'invalid_value'],
      ['toString', 'invalid_value'],
      [0, 'invalid_type'],
      [['draft'], 'invalid_type'],
    ],
  ],
  'Flag()': [
    Flag(),
    [[true], [false]],
    [
      ['true', 'invalid_type'],
      [1, 'invalid_type'],
      [0, 'invalid_type'],
    ],
  ],
  'Int({ min: 1, max: 100 })': [
    Int({ min: 1, max: 100 }),
    [[1], [100]],
    [
      [0, 'out_of_range'],
      [101, 'out_of_range'],
      [-1, 'out_of_range'],
      [1.5, 'invalid_type'],
      ['1', 'invalid_type'],
      [NaN, 'invalid_type'],
      [Infinity, 'invalid_type'],
      [2 ** 53, 'invalid_type'],
      [[1], 'invalid_type'],
    ],
  ],
  'Int()': [Int(), [[0], [-1], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]], [[2 ** 53, 'invalid_type']]],
  'Timestamp()': [
    Timestamp(),
    [
      ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.000Z'],
      ['2026-01-31T09:00:00.5Z', '2026-01-31T09:00:00.500Z'],
      ['2026-01-31T09:00:00.123456789Z', '2026-01-31T09:00:00.123Z'],
      ['2026-01-31T09:00+02:00', '2026-01-31T07:00:00.000Z'],
      ['2026-01-31T09:00:00-0330', '2026-01-31T12:30:00.000Z'],
      ['2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
      ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
      ['9999-12-31T23:59:59.999Z'],
    ],
    [
      ['2026-01-31T09:00:00', 'invalid_format'],
      ['2026-01-31', 'invalid_format'],
      ['2026-02-29T00:00:00Z', 'invalid_format'],
      ['2026-13-01T00:00:00Z', 'invalid_format'],
      ['2026-01-31T25:00:00Z', 'invalid_format'],
      ['2026-01-31T09:00:60Z', 'invalid_format'],
      ['2026-01-31T09:00:00+99:99', 'invalid_format'],
      ['2026-01-31 09:00:00Z', 'invalid_format'],
      ['+010000-01-01T00:00:00Z', 'invalid_format'],
      // In UTC these leave the years that can be written with four digits.
      ['9999-12-31T23:59:59-14:00', 'invalid_format'],
      ['0001-01-01T00:00:00+14:00', 'invalid_format'],
      ['now', 'invalid_format'],
      ['', 'invalid_format'],
      [1769850000000, 'invalid_type'],
    ],
  ],
  'DateOnly()': [
    DateOnly(),
    [['2026-01-31'], ['2028-02-29'], ['9999-12-31']],
    [
      ['2026-02-29', 'invalid_format'],
      ['2026-1-31', 'invalid_format'],
      ['2026-01-31T00:00:00Z', 'invalid_format'],
      ['31.01.2026', 'invalid_format'],
      ['', 'invalid_format'],
      [20260131, 'invalid_type'],
    ],
  ],
  "Id('doc')": [
    Id('doc'),
    [[doc]],
    [
      [newId('fil'), 'invalid_format'],
      [doc.toUpperCase(), 'invalid_format'],
      [`${doc}0`, 'invalid_format'],
      [doc.slice(0, -1), 'invalid_format'],
      [` ${doc}`, 'invalid_format'],
      ['doc_', 'invalid_format'],
      ['', 'invalid_format'],
      [1, 'invalid_type'],
    ],
  ],
  'Texts({ minItems: 1, maxItems: 2, maxLength: 3 })': [
    Texts({ minItems: 1, maxItems: 2, maxLength: 3 }),
    [[['a']], [['abc', emoji.repeat(3)]], [[' a '], ['a']]],
    [
      [[], 'required'],
      [['a', 'b', 'c'], 'too_many'],
      ['a', 'invalid_type'],
      [{ 0: 'a' }, 'invalid_type'],
    ],
  ],
  "Texts({ among: ['a', 'b'] })": [Texts({ maxItems: 2, maxLength: 9, among: ['a', 'b'] }), [[[]], [['a', 'b']]], []],
  'Tags()': [
    Tags(),
    [[[]], [Array.from({ length: 50 }, (_, index) => `${index}`.padStart(50, 't'))]],
    [[Array.from({ length: 51 }, (_, index) => `${index}`), 'too_many']],
  ],
  'Nested()': [
    Nested(() => Point),
    [[{ x: 1 }, { x: 1, y: 0 }]],
    [
      [[], 'invalid_type'],
      ['{}', 'invalid_type'],
      [1, 'invalid_type'],
    ],
  ],
  'NestedList({ maxItems: 2 })': [
    NestedList(() => Point, { maxItems: 2 }),
    [
      [[]],
      [
        [{ x: 1 }, { x: 2, y: 3 }],
        [
          { x: 1, y: 0 },
          { x: 2, y: 3 },
        ],
      ],
    ],
    [
      [[{ x: 1 }, { x: 2 }, { x: 3 }], 'too_many'],
      [{ x: 1 }, 'invalid_type'],
      ['[]', 'invalid_type'],
    ],
  ],
  'FreeObject()': [
    FreeObject(),
    [[{}], [{ a: [1, { b: null }] }]],
    [
      [[], 'invalid_type'],
      ['{}', 'invalid_type'],
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, [decorator, good, bad]) => {
  const type = one(decorator);

  it.each(good)('takes %j', (value, result = value) => {
    expect(read(type, { field: value })).toEqual({ field: result });
  });

  it.each(bad)('refuses %j as %s', (value, code) => {
    expect(problems(type, { field: value })).toEqual({ field: code });
  });

  it('refuses null and nothing at all', () => {
    expect(problems(type, { field: null })).toEqual({ field: 'invalid_type' });
    expect(problems(type, {})).toEqual({ field: 'required' });
  });
});

describe('optional and nullable', () => {
  class Settings {
    @Text({ optional: true }) name?: string;
    @Int({ optional: true }) size = 20;
    @Text({ nullable: true }) note: string | null;
    @Timestamp({ optional: true, nullable: true }) until?: string | null;
  }

  it('leaves out what is not sent, except for defaults', () => {
    expect(read(Settings, { note: null })).toEqual({ size: 20, note: null });
  });

  it('takes null only where it is allowed', () => {
    expect(read(Settings, { note: null, until: null })).toEqual({ size: 20, note: null, until: null });
    expect(problems(Settings, { name: null, size: null })).toEqual({
      name: 'invalid_type',
      size: 'invalid_type',
      note: 'required',
    });
  });

  it('does not share defaults between requests', () => {
    class Labels {
      @Tags({ optional: true }) tags: string[] = [];
    }
    const first = read(Labels, {});
    first.tags.push('mine');
    expect(read(Labels, {}).tags).toEqual([]);
  });
});

describe('a whole object', () => {
  class Move {
    @Nested(() => Point) from: Point;
    @NestedList(() => Point, { optional: true }) via: Point[] = [];
    @Text() title: string;
  }

  it.each([[null], ['text'], [1], [[]], [undefined], [true]])('cannot be made from %j', (source) => {
    expect(problems(Move, source)).toEqual({ '': 'The body must be a JSON object.' });
  });

  it('is an instance of its class', () => {
    const move = read(Move, { from: { x: 1 }, via: [{ x: 2 }], title: 'A' });
    expect(move).toBeInstanceOf(Move);
    expect(move.from).toBeInstanceOf(Point);
    expect(move.via[0]).toBeInstanceOf(Point);
  });

  it('lists every wrong field with its path', () => {
    const source = { from: { x: 'a', y: null }, via: [{ x: 1 }, {}, null, 7, { x: 1.5 }] };
    expect(problems(Move, source)).toEqual({
      'from.x': 'invalid_type',
      'from.y': 'invalid_type',
      'via[1].x': 'required',
      'via[2]': 'invalid_type',
      'via[3]': 'invalid_type',
      'via[4].x': 'invalid_type',
      title: 'required',
    });
  });

  it('ignores unknown fields, and refuses them at every depth where it is strict', () => {
    const source = { from: { x: 1, z: 1 }, via: [{ x: 1, w: 1 }], title: 'A', colour: 'red' };
    expect(read(Move, source)).toEqual({ from: { x: 1, y: 0 }, via: [{ x: 1, y: 0 }], title: 'A' });
    expect(problems(Move, source, { strict: true })).toEqual({
      'from.z': 'unknown_field',
      'via[0].w': 'unknown_field',
      colour: 'unknown_field',
    });
  });

  it('is not fooled by names that every object has', () => {
    const source = JSON.parse('{"__proto__":{"title":"B"},"constructor":1,"hasOwnProperty":1,"from":{"x":1}}');
    expect(problems(Move, source)).toEqual({ title: 'required' });
    expect(problems(Move, { ...source, title: 'A' }, { strict: true })).toMatchObject({ constructor: 'unknown_field' });
    expect(problems(Move, JSON.parse('{"title":"A","from":{"x":1},"__proto__":{}}'), { strict: true })).toEqual(
      Object.fromEntries([['__proto__', 'unknown_field']]),
    );
    expect({}).not.toHaveProperty('title');
  });

  it('reads the fields of the classes it extends', () => {
    class Longer extends Point {
      @Int() z: number;
    }
    expect(read(Longer, { x: 1, z: 2 })).toEqual({ x: 1, y: 0, z: 2 });
    expect(problems(Longer, {})).toEqual({ x: 'required', z: 'required' });
    expect(read(Point, { x: 1, z: 2 })).toEqual({ x: 1, y: 0 });
  });
});

describe('texts of a query', () => {
  class Query {
    @Int({ min: 1, max: 100, optional: true }) limit = 20;
    @Flag({ optional: true }) hard?: boolean;
    @Text({ optional: true }) q?: string;
  }
  const text = { text: true };

  it('become numbers and booleans where the field is one', () => {
    expect(read(Query, { limit: '5', hard: 'true', q: '5' }, text)).toEqual({ limit: 5, hard: true, q: '5' });
    expect(read(Query, { hard: 'false' }, text)).toEqual({ limit: 20, hard: false });
  });

  it.each(['', '1.5', '1e2', '0x10', ' 5', '5 ', '+5', '9'.repeat(30), 'NaN', 'null'])(
    'limit=%s is no number',
    (limit) => {
      expect(problems(Query, { limit }, text)).toEqual({ limit: 'invalid_type' });
    },
  );

  it.each(['0', '-1', '101', '-0'])('limit=%s is out of range', (limit) => {
    expect(problems(Query, { limit }, text)).toEqual({ limit: 'out_of_range' });
  });

  it.each(['', '1', 'TRUE', 'yes', 'toString'])('hard=%s is neither true nor false', (hard) => {
    expect(problems(Query, { hard }, text)).toEqual({ hard: 'invalid_type' });
  });

  it('are refused where one is given twice', () => {
    expect(problems(Query, { limit: ['1', '2'], hard: ['true', 'true'], q: ['a', 'b'] }, text)).toEqual({
      limit: 'invalid_type',
      hard: 'invalid_type',
      q: 'invalid_type',
    });
  });
});

describe('an item of a list', () => {
  class Labels {
    @Texts({ maxItems: 9, maxLength: 3, optional: true }) tags?: string[];
    @Texts({ maxItems: 9, maxLength: 3, among: ['a', 'b'], optional: true }) kinds?: string[];
  }

  it('is named by its place, each that is wrong', () => {
    expect(problems(Labels, { tags: ['ok', ' ', 'a', ''], kinds: ['a', 'c'] })).toEqual({
      'tags[1]': 'required',
      'tags[3]': 'required',
      'kinds[1]': 'invalid_value',
    });
    expect(problems(Labels, { tags: ['ok', 1, null] })).toEqual({
      'tags[1]': 'invalid_type',
      'tags[2]': 'invalid_type',
    });
    expect(problems(Labels, { tags: ['ok', 'long'] })).toEqual({ 'tags[1]': 'too_long' });
    expect(problems(Labels, { tags: ['ok', 'a', ' ok '] })).toEqual({ 'tags[2]': 'duplicate' });
  });

  it('is not named where the list as a whole is wrong', () => {
    expect(problems(Labels, { tags: 'red', kinds: Array(10).fill('a') })).toEqual({
      tags: 'invalid_type',
      kinds: 'too_many',
    });
  });
});

describe("class-validator's own decorators beside ours", () => {
  class Person {
    @Text({ max: 254 }) @IsEmail() email: string;
    @Text({ optional: true }) @Matches(/^\+/, { message: '$property must begin with +.' }) phone?: string;
    @Text({ optional: true }) @MinLength(10) password?: string;
    @Int({ optional: true }) @Max(10) stars?: number;
    @Texts({ maxItems: 9, maxLength: 9, optional: true }) @Matches(/^[a-z]+$/, { each: true }) slugs?: string[];
    @Texts({ maxItems: 9, maxLength: 9, optional: true }) @ArrayUnique() unique?: string[];
    @FreeObject({ optional: true }) @IsInt() odd?: object;
  }

  it('take what both allow', () => {
    const person = { email: 'ada@example.com', phone: '+41', password: 'long enough', stars: 10, slugs: ['a', 'b'] };
    expect(read(Person, person)).toEqual(person);
  });

  it('give the codes of the API', () => {
    const person = { email: 'ada', phone: '41', password: 'short', stars: 11, slugs: ['a', 'B'], odd: {} };
    expect(problems(Person, person)).toEqual({
      email: 'invalid_format',
      phone: 'invalid_format',
      password: 'too_short',
      stars: 'out_of_range',
      'slugs[1]': 'invalid_format',
      odd: 'invalid_type',
    });
  });

  it('come after ours, so that they see values of the right type only', () => {
    expect(problems(Person, { email: 5 })).toEqual({ email: 'invalid_type' });
    expect(problems(Person, { email: '' })).toEqual({ email: 'required' });
  });
});

describe('a rule that compares fields', () => {
  const seen: unknown[] = [];
  const After = (other: string) =>
    ValidateBy({
      name: 'out_of_range',
      validator: {
        validate: (value: string, args) => {
          const { [other]: before } = args!.object as Record<string, string>;
          seen.push([value, before]);
          return before === undefined || value.localeCompare(before) > 0;
        },
        defaultMessage: () => `$property must come after ${other}.`,
      },
    });
  class Range {
    @Text() from: string;
    // Nearer to the field than its type.
    @Text()
    @After('from')
    to: string;
    @Int({ optional: true }) limit = 20;
  }

  it('sees values that are good by themselves', () => {
    expect(problems(Range, { from: 'b', to: 'a' })).toEqual({ to: 'out_of_range' });
    expect(read(Range, { from: ' a ', to: 'b' })).toEqual({ from: 'a', to: 'b', limit: 20 });
    seen.length = 0;
    expect(problems(Range, { from: 5, to: 'a', limit: 'x' })).toEqual({ from: 'invalid_type', limit: 'invalid_type' });
    expect(seen).toEqual([['a', undefined]]);
  });

  it('does not run for a value of the wrong type', () => {
    seen.length = 0;
    expect(problems(Range, { from: 'a', to: ['b'] })).toEqual({ to: 'invalid_type' });
    expect(seen).toEqual([]);
  });
});

describe('a class whose rules could not all be applied', () => {
  class Address {
    @IsString() street: string;
  }
  class Declared {
    @Text() street: string;
  }
  class Beside {
    @Nested(() => Declared) @ValidateNested() home: Declared;
  }
  class Transformed {
    @Text() @Transform(({ value }) => value) name: string;
  }
  class Foreign {
    @Nested(() => Address) home: Address;
  }
  class Native {
    @ValidateNested() @Type(() => Declared) home: Declared;
  }
  class Untyped {
    @ValidateNested() home: Address;
  }
  @ValidatorConstraint({ name: 'isFree', async: true })
  class IsFree {
    validate = () => Promise.resolve(true);
  }
  class Lasting {
    @Text() @Validate(IsFree as never) name: string;
  }

  it.each([
    [Beside, 'Beside.home has @ValidateNested beside its field decorator: write @Nested(() => …)'],
    [Transformed, 'Transformed.name has a decorator of class-transformer beside its field decorator. Use'],
    [Foreign, 'Foreign.home nests Address, whose field street has no field decorator. Use field decorators, or'],
    [Native, 'Native.home nests Declared, whose fields have field decorators: write @Nested(() => Declared).'],
    [Untyped, 'Untyped.home has @ValidateNested without @Type, so its values would have no class: add @Type'],
    [Lasting, 'Lasting.name has the asynchronous rule isFree. Ask in the service, or declare the field by'],
  ])('is refused: %o', (type, message) => {
    expect(() => checkInput('Cats.create', type)).toThrow(`Cats.create: ${message}`);
  });
});

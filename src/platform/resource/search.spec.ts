import { describe, expect, it } from 'vitest';
import { asSystem } from '../context/request-context.js';
import { ApiError } from '../errors/api-error.js';
import { read } from '../fields/reader.js';
import { hasWord, Search, searchColumn, withWords } from './search.js';

class Query {
  @Search() q?: string;
}

describe('The text of a search', () => {
  it.each(['a', '7', 'é', '株', '!a!', '٣', '㎞', '½'])('%s has a letter or a digit', (q) => {
    expect(hasWord(q)).toBe(true);
  });

  it.each(['', ' ', '!', '%_', '\u0308', '—', '🙂', '_'])('%s has none', (q) => {
    expect(hasWord(q)).toBe(false);
  });

  it.each([
    ['', 'required'],
    [' \n', 'required'],
    ['?', 'invalid_value'],
    ['🙂'.repeat(200), 'invalid_value'],
    ['a'.repeat(201), 'too_long'],
    ['𝔞'.repeat(201), 'too_long'],
    [7, 'invalid_type'],
  ])('%s is refused: %s', (q, code) => {
    expect(() => read(Query, { q })).toThrow(ApiError);
    try {
      read(Query, { q });
    } catch (error) {
      expect((error as ApiError).details).toMatchObject([{ field: 'q', code }]);
    }
  });

  it.each([['a'.repeat(200)], ['𝔞'.repeat(200)], [` ${'a'.repeat(200)} `], [undefined]])('%s is taken', (q) => {
    expect(read(Query, { q }).q).toBe(q?.trim());
  });
});

it('A search is a value of the statement, never a part of its text', async () => {
  const condition = await asSystem('ws_1', async () => withWords(`'); drop table users; --`));
  expect(condition).toEqual([
    'workspace_id = ? and search @@ (select search_query(?))',
    'ws_1',
    `'); drop table users; --`,
  ]);
});

it('The column is generated of what is declared, and never selected or written', () => {
  expect(searchColumn(['title', `candidate ->> 'email'`])).toMatchObject({
    asExpression: `search_vector(title, candidate ->> 'email')`,
    generatedType: 'STORED',
    select: false,
    insert: false,
    update: false,
  });
});

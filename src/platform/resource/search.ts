import { applyDecorators } from '@nestjs/common';
import type { ColumnOptions } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import { rule } from '../fields/field-rules.js';
import { Text } from '../fields/fields.js';
import type { Condition } from './list-of.js';

const MAX_QUERY_LENGTH = 200;

/** The search vector. Never selected; used only in conditions. */
export const searchColumn = (searchable: readonly string[]): ColumnOptions => ({
  type: 'tsvector',
  nullable: true,
  generatedType: 'STORED',
  asExpression: `search_vector(${searchable.join(', ')})`,
  select: false,
  insert: false,
  update: false,
});

/** The field `q` of a list, or another one with words to look for. */
export const Search = ({
  optional = true,
  description = 'Words or beginnings of words, all of which the record must contain.',
} = {}) =>
  applyDecorators(
    Text({
      max: MAX_QUERY_LENGTH,
      optional,
      example: 'ada acme',
      description: `${description} Case and accents are ignored.`,
    }),
    rule('invalid_value', hasWord, '$property must contain a letter or a digit.'),
  );

/** Some characters, such as ㎞, become letters only after NFKD. */
export const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q.normalize('NFKD'));

/** Matches all words of `q`. The subselect makes the generic plan of a prepared statement parse `q` once instead of per row. */
export const withWords = (q: string): Condition => [
  'workspace_id = ? and search @@ (select search_query(?))',
  currentContext().workspaceId,
  q,
];

import { applyDecorators } from '@nestjs/common';
import type { ColumnOptions } from 'typeorm';
import { currentContext } from '../context/request-context.js';
import { rule, Text } from '../fields/fields.js';
import type { Condition } from './list-of.js';

const MAX_QUERY_LENGTH = 200;

/** The column with the words of a record. It is never selected, because only conditions use it. */
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

/** Some signs, such as ㎞, are letters only once they are split. */
export const hasWord = (q: string): boolean => /[\p{L}\p{N}]/u.test(q.normalize('NFKD'));

/** Records with all words of `q`. Without the subselect, the generic plan of a prepared statement parses `q` for each row. */
export const withWords = (q: string): Condition => [
  'workspace_id = ? and search @@ (select search_query(?))',
  currentContext().workspaceId,
  q,
];

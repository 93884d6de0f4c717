import { ValidateBy } from 'class-validator';
import { allResources, Flag, Int, Nested, NestedList, rule, Search, Text, Timestamp } from '../platform/index.js';

/** Results of each type. */
export const USUAL_LIMIT = 5;

export const typesIn = (types: string): string[] => [...new Set(types.split(',').map((type) => type.trim()))];

const isSearched = (type: string) => allResources().get(type)?.searchable !== undefined;

export class SearchQuery {
  @Search({ optional: false }) q: string;

  @rule('invalid_value', (types: string) => typesIn(types).every(isSearched), '$property must be types with a search.')
  @Text({
    max: 2_000,
    optional: true,
    example: 'office.document,sales.deal',
    description: 'Types of records, separated by commas. Default: all that the credential may read.',
  })
  types?: string;

  @ValidateBy({
    name: 'out_of_range',
    validator: {
      validate: (limit: number, args) => {
        const { types } = args!.object as SearchQuery;
        return limit <= USUAL_LIMIT || (typeof types === 'string' && typesIn(types).length === 1);
      },
      defaultMessage: () => `limit must be between 1 and ${USUAL_LIMIT} unless types names one type.`,
    },
  })
  @Int({
    min: 1,
    max: 100,
    optional: true,
    description: `Results of each type: up to ${USUAL_LIMIT}, or up to 100 where \`types\` names one. Default: ${USUAL_LIMIT}.`,
  })
  limit = USUAL_LIMIT;
}

class SearchResult {
  @Text({ example: 'sales.deal', description: 'Type of the record.' }) type: string;
  @Text({ example: 'deal_01jz8k3m5n7p9q1r3s5t7v9w1x', description: 'The id of the record.' }) id: string;
  @Text({
    max: 200,
    empty: true,
    example: 'Website for Acme',
    description: 'Name of the record, or how its text begins.',
  })
  title: string;
  @Text({ max: 200, nullable: true, description: 'More about it: a second field, or the name of what it belongs to.' })
  subtitle: string | null;
  @Text({ nullable: true, example: 'open', description: 'Status; null where such records have none.' })
  status: string | null;
  @Text({
    max: 2048,
    example: '/v1/sales/deals/deal_01jz8k3m5n7p9q1r3s5t7v9w1x',
    description: 'Path of the record, or of the list that shows it where no path shows it alone.',
  })
  url: string;
  @Timestamp({ description: 'Time of the last change.' }) updated_at: string;
}

class SearchMeta {
  @Int({ min: 0, description: 'Number of results in `data`.' }) total: number;
  @Text({ optional: true, example: 'gte', description: '`gte` where more records match than `data` has.' })
  total_relation?: 'gte';
  @Text({ nullable: true, description: 'Null: a search has one page. The lists of the types have all.' })
  next_cursor: string | null;
  @Flag({ description: 'False: a search has one page.' }) has_more: boolean;
}

export class SearchResults {
  @NestedList(() => SearchResult, {
    description: 'Records by type: first the type with the latest change, and of a type the newest records.',
  })
  data: SearchResult[];
  @Nested(() => SearchMeta, { description: 'Numbers of the search.' }) meta: SearchMeta;
}

import { Injectable } from '@nestjs/common';
import { type FoundRecord, RecordSearch } from '../platform/index.js';
import { type SearchQuery, type SearchResults, typesIn } from './search.dto.js';

/** Shows what a search over all types finds, as one page. */
@Injectable()
export class SearchService {
  constructor(private readonly records: RecordSearch) {}

  async search({ q, types, limit }: SearchQuery): Promise<SearchResults> {
    const found = await this.records.find(q, { limit, types: types === undefined ? undefined : typesIn(types) });
    const data = found
      .map(({ records }) => records)
      .toSorted((a, b) => compare(latest(b), latest(a)))
      .flat();
    const total_relation = found.some(({ hasMore }) => hasMore) ? 'gte' : undefined;
    return { data, meta: { total: data.length, total_relation, next_cursor: null, has_more: false } };
  }
}

const latest = (records: readonly FoundRecord[]): string =>
  records.reduce((newest, { updated_at }) => (updated_at > newest ? updated_at : newest), '');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

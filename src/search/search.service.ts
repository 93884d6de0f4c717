import { Injectable } from '@nestjs/common';
import { currentContext, Limiter, type Row } from '../platform/index.js';
import { type SearchQuery, SearchResults, typesIn } from './search.dto.js';
import { type SearchedType, SearchedTypes, titlesOf } from './searched-types.js';

/** Queries of searches that run at a time in one process, and those of one workspace: a search makes dozens. */
const AT_ONCE = 8;
const AT_ONCE_PER_WORKSPACE = 4;
const WAIT_MS = 10_000;

/** Records read beyond the limit where some may be left out. */
const SPARE_RECORDS = 50;

interface Found {
  /** The results of a type, at most as many as asked for. */
  results: SearchResults['data'];
  hasMore: boolean;
}

/** Finds records of all types that the caller may read, each by the rules of its own list (D-SRCH-2). */
@Injectable()
export class SearchService {
  readonly #limiter = new Limiter({ atOnce: AT_ONCE, perKey: AT_ONCE_PER_WORKSPACE, waitMs: WAIT_MS });

  constructor(private readonly types: SearchedTypes) {}

  async search({ q, types, limit }: SearchQuery): Promise<SearchResults> {
    const { credential, workspaceId } = currentContext();
    const asked = this.types.readableBy(credential!, types === undefined ? null : typesIn(types));
    const find = (type: SearchedType) => this.#limiter.run(() => this.#find(type, q, limit), { key: workspaceId });
    const found = await Promise.all(asked.map(find));
    const data = found
      .map(({ results }) => results)
      .toSorted((a, b) => compare(latest(b), latest(a)))
      .flat();
    const total_relation = found.some(({ hasMore }) => hasMore) ? 'gte' : undefined;
    return { data, meta: { total: data.length, total_relation, next_cursor: null, has_more: false } };
  }

  async #find(type: SearchedType, q: string, limit: number): Promise<Found> {
    const { store, parent } = type;
    const { restrictions } = currentContext();
    const isDenied = [type, ...(parent ? [parent] : [])].some((each) =>
      restrictions?.deny(each.store.resource, 'read'),
    );
    if (isDenied) return { results: [], hasMore: false };
    const mayDrop = restrictions !== null || parent !== null;
    const query = Object.assign(new type.query(), { q, limit: limit + 1 + (mayDrop ? SPARE_RECORDS : 0) });
    const rows = (await store.matches(query, type.columns)).filter((row) => !isHidden(store, row));
    const parents = await this.#parentsOf(type, rows);
    const visible = parents ? rows.filter((row) => parents.has(row[parent!.column])) : rows;
    const results = visible.slice(0, limit).map((row) => {
      const [title = '', more] = titlesOf(type.labels, row);
      const subtitle = more ?? parents?.get(row[parent!.column]) ?? null;
      const { id, status = null, updated_at } = row;
      return { type: type.type, id, title, subtitle, status, url: type.pathOf(row), updated_at };
    });
    return { results, hasMore: visible.length > limit };
  }

  /** The titles of the records that these belong to, of those that the caller may read; null where they belong to none. */
  async #parentsOf({ parent }: SearchedType, rows: readonly Row[]): Promise<Map<string, string | null> | null> {
    if (!parent) return null;
    const ids = [...new Set(rows.map((row) => row[parent.column]))];
    const found = ids.length ? await parent.store.findAll(['id = any(?::text[])', ids]) : [];
    const readable = found.filter((record) => !isHidden(parent.store, record));
    return new Map(readable.map((record) => [record.id, record.title ?? record.name ?? null]));
  }
}

/** Whether a policy denies the caller to read a record, by its id or its tags. */
const isHidden = ({ resource }: SearchedType['store'], record: Row): boolean =>
  currentContext().restrictions?.deny(resource, 'read', record as { id: string }) ?? false;

const latest = (results: Found['results']): string =>
  results.reduce((newest, { updated_at }) => (updated_at > newest ? updated_at : newest), '');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

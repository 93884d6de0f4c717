import { Injectable } from '@nestjs/common';
import { Limiter } from '../concurrency/limiter.js';
import { currentContext } from '../context/request-context.js';
import type { Row } from '../database/database.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { hiddenFrom } from '../resource/hidden.js';
import { type SearchedType, SearchedTypes, titlesOf } from './searched-types.js';

/** Concurrent search queries per process and per workspace: one search makes dozens. */
const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_PER_WORKSPACE = 4;
const WAIT_MS = 10_000;

/** Extra records read, because some have a parent that the caller cannot see. */
const SPARE_RECORDS = 50;

/** A search result. */
export interface FoundRecord {
  type: string;
  id: string;
  title: string;
  subtitle: string | null;
  status: string | null;
  /** The path of the record, or of the list that shows it. */
  url: string;
  updated_at: string;
}

export interface FoundRecords {
  records: FoundRecord[];
  /** More of the type match. */
  hasMore: boolean;
}

export interface SearchOptions {
  /** Default: all that the caller may read. */
  types?: readonly string[];
  /** Records of each type. */
  limit: number;
  /** Also looks in the trash. */
  deleted?: boolean;
}

/** Global search over all types that the caller may read, by the rules of their lists (D-SRCH-2). */
@Injectable()
export class RecordSearch {
  readonly #limiter = new Limiter({ atOnce: MAX_CONCURRENT, perKey: MAX_CONCURRENT_PER_WORKSPACE, waitMs: WAIT_MS });

  constructor(private readonly types: SearchedTypes) {}

  /** The newest records of each type that have all words of `q`. */
  find(q: string, options: SearchOptions): Promise<FoundRecords[]> {
    const { credential, workspaceId } = currentContext();
    const types = this.types.readableBy(credential!, options.types);
    const find = (type: SearchedType) =>
      this.#limiter.run(() => this.#findOfType(type, q, options), { key: workspaceId });
    return Promise.all(types.map(find));
  }

  async #findOfType(type: SearchedType, q: string, { limit, deleted = false }: SearchOptions): Promise<FoundRecords> {
    const { store, parent } = type;
    if (hiddenFrom(store) === 'all') return { records: [], hasMore: false };
    const include_deleted = deleted && store.resource.trash !== undefined;
    const count = limit + 1 + (parent ? SPARE_RECORDS : 0);
    const query = Object.assign(new type.query(), { q, limit: count, ...(include_deleted && { include_deleted }) });
    const rows: Row[] = await store.matches(query, type.columns);
    const parents = parent && (await titlesOfParents(parent, rows, deleted));
    const shown = parents ? rows.filter((row) => parents.has(row[parent!.column])) : rows;
    const records = shown.slice(0, limit).map((row) => {
      const [title = '', more] = titlesOf(type.labels, row);
      const subtitle = more ?? parents?.get(row[parent!.column]) ?? null;
      const { id, status = null, updated_at } = row as RecordEntity & { status?: string };
      return { type: type.type, id, title, subtitle, status, url: type.pathOf(row), updated_at };
    });
    return { records, hasMore: shown.length > limit };
  }
}

/** Titles of parent records, as far as the caller may read them. */
async function titlesOfParents(
  { store, column }: NonNullable<SearchedType['parent']>,
  rows: readonly Row[],
  deleted: boolean,
): Promise<Map<string, string | null>> {
  const ids = [...new Set(rows.map((row) => row[column]))];
  const found: Row[] = ids.length ? await store.findAll(['id = any(?::text[])', ids], { deleted }) : [];
  return new Map(found.map((record) => [record.id, record.title ?? record.name ?? null]));
}

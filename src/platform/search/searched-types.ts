import { Injectable } from '@nestjs/common';
import { fieldNames } from '../fields/field-spec.js';
import { type Route, Routes } from '../request/routes.js';
import { ListOf } from '../resource/list-of.js';
import type { PageQuery } from '../resource/page.js';
import type { ResourceStore } from '../resource/store.js';
import { StoreRegistry } from '../resource/stores.module.js';
import type { Credential } from '../security/credential.js';

type QueryClass = new () => PageQuery;

/** A searchable record type. */
export interface SearchedType {
  type: string;
  store: ResourceStore<any>;
  /** The list route, whose rules apply. */
  list: Route;
  /** Query class of that list, or a generic one if lists are per parent. */
  query: QueryClass;
  /** The record that a record belongs to. */
  parent: { store: ResourceStore<any>; column: string } | null;
  /** SQL of the titles, by column name. */
  labels: readonly string[];
  columns: readonly string[];
  /** The path of a record. */
  pathOf: (row: Record<string, any>) => string;
}

/** A title may be the beginning of a long text. */
const MAX_LABEL = 200;

/** Discovers searchable types: all whose list accepts `q`. */
@Injectable()
export class SearchedTypes {
  #all: readonly SearchedType[] | null = null;

  constructor(
    private readonly stores: StoreRegistry,
    private readonly routes: Routes,
  ) {}

  /** Types that the caller may read: all, or a subset. */
  readableBy({ scopes }: Credential, types?: readonly string[]): SearchedType[] {
    this.#all ??= [...this.stores.all].flatMap((store) => this.#describe(store) ?? []);
    return this.#all.filter(
      ({ type, list }) => (!types || types.includes(type)) && (!list.scope || scopes.has(list.scope)),
    );
  }

  #describe(store: ResourceStore<any>): SearchedType | null {
    const { resource, entity } = store;
    if (!resource.searchable) return null;
    const own = this.routes.all.filter(({ method, endpoint }) => method === 'GET' && endpoint?.resource === resource);
    const show = own.find(({ path, endpoint }) => !endpoint!.page && /^[^:]*\/:\w+$/.test(path));
    const lists = own.filter(({ endpoint, query }) => endpoint!.page && query && fieldNames(query).includes('q'));
    const whole = lists.find(({ path }) => show?.path.replace(/\/:\w+$/, '') === path);
    const list = whole ?? lists.find(({ loads }) => loads);
    if (!list) return null;
    const columns = fieldNames(entity);
    const parent = resource.parent ? { store: list.loads!.store, column: resource.parent.column } : null;
    const labels = (resource.labels ?? resource.searchable).map((_, index) => `label_${index}`);
    return {
      type: resource.type,
      store,
      list,
      // Ids are time-ordered and the primary key of every table.
      query: whole ? (list.query as QueryClass) : ListOf(entity, { defaultSort: 'id:desc' }),
      parent,
      labels,
      columns: [
        ...['id', 'updated_at', 'status', 'tags', parent?.column].filter((name) => name && columns.includes(name)),
        ...(resource.labels ?? resource.searchable).map(
          (sql, index) => `left(${sql}, ${MAX_LABEL}) as ${labels[index]}`,
        ),
      ] as string[],
      pathOf: (row) => (show ? filled(show.path, row.id) : filled(list.path, row[parent!.column])),
    };
  }
}

const filled = (path: string, id: string) => path.replace(/:\w+/, id);

/** Titles of records, from their labels. */
export function titlesOf(labels: readonly string[], row: Record<string, any>): string[] {
  return labels.map((label) => (row[label] as string | null)?.trim() ?? '').filter((text) => text !== '');
}

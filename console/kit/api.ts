import {
  focusManager,
  keepPreviousData,
  type InfiniteData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo } from 'react';
import { type components, type paths, SuiteError } from '#client';
import { session, suite, tagOf } from './session.js';
import { filled } from './copy.js';
import { type Filter, useFilters, withWords } from './filter.js';
import type { Scope } from './scopes.js';
import type { Total } from './total.js';

export { suite } from './session.js';
export { SuiteError } from '#client';

/** A schema of the API, such as `Shown<'ApiKey'>`. */
export type Shown<Name extends keyof components['schemas']> = components['schemas'][Name];

type Json<R> = R extends { content: { 'application/json': infer T } } ? T : never;

/** Paths that can be read, and what they answer. */
export type Answer<P extends keyof paths> = paths[P] extends { get: { responses: { 200: infer R } } } ? Json<R> : never;
export type ReadPath = { [P in keyof paths]: [Answer<P>] extends [never] ? never : P }[keyof paths];

/** Paths that answer pages, and what stands on them. */
export type ListPath = {
  [P in ReadPath]: Answer<P> extends { data: readonly unknown[]; meta: unknown } ? P : never;
}[ReadPath];
export type Row<P extends ListPath> = Answer<P> extends { data: readonly (infer T)[] } ? T : never;

export type Query = Record<string, string | number | boolean | undefined>;

interface ReadOptions {
  /** Path parameters. */
  path?: Record<string, string>;
  query?: Query;
  /** Milliseconds after which it is asked again, for what changes without an event (see `live.ts`). */
  every?: number | false;
  /** Of a list: it is asked again only while this is true of a row. */
  whileAny?: (row: any) => boolean;
  /** Milliseconds for which an answer serves other places too, for what hardly changes. */
  fresh?: number;
  /** Not asked as long as this is false. */
  when?: boolean;
}

/** Any path, also where it is known only when it runs. */
export const read = suite.get as unknown as (path: string, init: object) => Promise<any>;

/** A list that somebody has scrolled far down is asked for again only after a change. */
const isShort = (data: unknown) => ((data as InfiniteData<unknown> | undefined)?.pages?.length ?? 1) <= 3;

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Whether the server can be reached, only asking it tells.
      networkMode: 'always',
      // The client has tried it several times already, wherever that helps.
      retry: false,
      refetchOnWindowFocus: ({ state }) => isShort(state.data),
    },
    mutations: { networkMode: 'always' },
  },
});

/** As long as people stay signed out, they are asked only for what they do. */
session.watch(() => focusManager.setFocused(session.staysOut() ? false : undefined));

/** Rows of a list that are asked for anew after a change; what lies further down is loaded again by scrolling. */
export const REFRESHED_PAGES = 10;

/** One record: the path of the route that reads it, and what stands in it. */
export interface RecordOf {
  path: ReadPath;
  names?: Record<string, string>;
}

/** The header that makes a change conditional. */
export interface IfMatch {
  'If-Match'?: string;
}

/** The condition that a record still is as it was read last. */
export function ifMatch(of: RecordOf | undefined): IfMatch {
  const tag = of && tagOf(filled(of.path, of.names ?? {}));
  return tag === undefined ? {} : { 'If-Match': tag };
}

/**
 * Changes something while nothing is being read anew: an answer may be older than the change, or, of parts of a record that is
 * deleted, a refusal. `refresh` reads all of that afterwards; where the change is refused, it is read here.
 */
export async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  const running = queries.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data !== undefined,
  });
  await Promise.all(running.map((query) => query.cancel({ revert: true })));
  try {
    return await work();
  } catch (error) {
    for (const { queryKey } of running) void queries.refetchQueries({ queryKey, exact: true, type: 'active' });
    throw error;
  }
}

/** Roles may have changed: what is offered follows them. */
export function noteRefusal(error: Error): void {
  if (isForbidden(error)) void queries.invalidateQueries({ queryKey: ['/v1/access/me'] });
}

/**
 * Asks anew for everything that is shown, and resolves when its records are there. Forms and actions are done only then: what
 * comes next is meant for the records as they are now, and would be refused by their old tags.
 */
export async function refresh(): Promise<void> {
  queries.setQueriesData<InfiniteData<unknown>>(
    { predicate: ({ state }) => ((state.data as InfiniteData<unknown>)?.pages?.length ?? 0) > REFRESHED_PAGES },
    (data) =>
      data && { pages: data.pages.slice(0, REFRESHED_PAGES), pageParams: data.pageParams.slice(0, REFRESHED_PAGES) },
  );
  void queries.invalidateQueries({ refetchType: 'none' });
  const isRecord = ([path, names]: readonly unknown[]) =>
    tagOf(filled(path as string, names as Record<string, string>)) !== undefined;
  await queries.refetchQueries({ type: 'active', predicate: ({ queryKey }) => isRecord(queryKey) });
  // After the records are shown: nobody asks for the parts of one that is gone.
  setTimeout(() => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.isInvalidated }));
}

/** Asks anew for the inbox, alone. */
export const refreshInbox = (): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/v1/inbox') });

/**
 * One answer of the API.
 *
 * @example const key = useRead('/v1/access/api-keys/{id}', { path: { id } });
 */
export function useRead<P extends ReadPath>(path: P, options: ReadOptions = {}): UseQueryResult<Answer<P>> {
  return useReadAny(path, options) as UseQueryResult<Answer<P>>;
}

/** The same for a path that is known only when it runs. */
export const useReadAny = (
  path: string,
  { path: names = {}, query = {}, every = false, whileAny, fresh, when = true }: ReadOptions = {},
) =>
  useQuery({
    queryKey: [path, names, query],
    queryFn: ({ signal }) => read(path, { params: { path: names, query }, signal }),
    refetchInterval: ({ state }) => (!whileAny || state.data?.data.some(whileAny) ? every : false),
    ...(fresh !== undefined && { staleTime: fresh }),
    enabled: when,
  });

/** Paths that are asked something by POST, without a change. */
type AskPath = {
  [P in keyof paths]: paths[P] extends { post: { responses: { 200: unknown } } } ? P : never;
}[keyof paths];
type Asked<P extends AskPath> = paths[P] extends {
  post: { requestBody?: { content: { 'application/json': infer Body } }; responses: { 200: infer R } };
}
  ? { body: Body; answer: Json<R> }
  : never;

/**
 * The answer to a question that is too large for an address. It is asked once; what follows from a change is asked again
 * with another question.
 *
 * @example const found = useAsk('/v1/guard/policies/simulate', { policy, days: 30 });
 */
export function useAsk<P extends AskPath>(
  path: P,
  body: Asked<P>['body'] | null,
  { path: names = {} }: Pick<ReadOptions, 'path'> = {},
): UseQueryResult<Asked<P>['answer']> {
  return useQuery({
    queryKey: [path, names, body],
    queryFn: ({ signal }) => ask(path, { params: { path: names }, body, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    enabled: body !== null,
  });
}

const ask = suite.post as unknown as (path: string, init: object) => Promise<any>;

interface ListOptions extends ReadOptions {
  /** Filters that stand in the address of the page (see `Filters`), beside the words to find. */
  filters?: readonly Pick<Filter, 'name'>[];
}

/** Where the pages of a list are kept. */
export const pagesKey = ({ path, names, query }: Pick<List<unknown>['request'], 'path' | 'names' | 'query'>) => [
  path,
  names,
  query,
  'pages',
];

/** A list of the API, as far as it has been scrolled. */
export interface List<T> {
  /** The request behind it, for `CopyAs`. */
  request: { method: 'get'; path: string; names: Record<string, string>; query: Query };
  rows: readonly T[];
  /** The records that `include` adds, by their ids. */
  included: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Null before the first answer. */
  total: Total | null;
  /** The filters let something through, or would if there were anything. */
  filtered: boolean;
  loading: boolean;
  error: unknown;
  hasMore: boolean;
  /** Loads the next page. */
  more(): void;
  again(): void;
}

/**
 * A list of the API with the filters of the page's address.
 *
 * @example const keys = useList('/v1/access/api-keys', { filters: FILTERS });
 */
export function useList<P extends ListPath>(path: P, options: ListOptions = {}): List<Row<P>> {
  return useListAny(path, options) as List<Row<P>>;
}

/** The same for a path that is known only when it runs. */
export function useListAny(path: string, options: ListOptions = {}): List<any> {
  const { path: names = {}, query: fixed, filters, every = false, whileAny, when = true } = options;
  const [asked] = useFilters(filters ? withWords(path, filters).map(({ name }) => name) : []);
  const chosen = filters ? asked : {};
  const query: Query = { ...chosen, ...fixed };
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: pagesKey({ path, names, query }),
    queryFn: ({ pageParam: cursor, signal }) =>
      read(path, { params: { path: names, query: { limit: 100, ...query, ...(cursor && { cursor }) } }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Comparing all that was loaded with each further page takes longer than drawing what is in sight.
    structuralSharing: false,
    refetchInterval: ({ state }) =>
      isShort(state.data) && (!whileAny || state.data?.pages.some(({ data }) => data.some(whileAny))) ? every : false,
    enabled: when,
  });
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const included = useMemo(() => Object.assign({}, ...(data?.pages.map((page) => page.included) ?? [])), [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return {
    request: { method: 'get', path, names, query },
    rows,
    included,
    total: data?.pages[0]?.meta ?? null,
    filtered: Object.keys(chosen).some((name) => name !== 'sort'),
    loading: isPending,
    error,
    hasMore: hasNextPage,
    more,
    again: () => void refetch(),
  };
}

/** Reads who is signed in, as `useRead` does. */
export const readMe = { queryKey: ['/v1/access/me', {}, {}], queryFn: () => suite.get('/v1/access/me') };

/** The part of the description of the API that pages read. */
export const CONTRACT_PATH = '/console/contract.json';

/** Reads it, as `useRead` does. */
export const readContract = {
  queryKey: [CONTRACT_PATH, {}, {}],
  queryFn: () => read(CONTRACT_PATH, {}),
  staleTime: Infinity,
};

/** The person who is signed in, as the frame of the console has read it. An observer of the query for each use costs a phone more. */
export const Me = createContext<Answer<'/v1/access/me'> | null>(null);

/** The person who is signed in. It is loaded before anything is shown, so it is always there. */
export const useMe = (): Answer<'/v1/access/me'> => useContext(Me)!;

/** Whether the signed-in user has a scope: what they may not do is not offered. */
export function useMay(): (scope: Scope) => boolean {
  const { scopes } = useMe();
  return (scope) => scopes.includes(scope);
}

/** Refused for want of a right, which nothing on this page changes. */
export const isForbidden = (error: unknown): boolean => error instanceof SuiteError && error.status === 403;

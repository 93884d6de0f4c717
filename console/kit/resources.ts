import { useMemo } from 'react';
import { CONTRACT_PATH, useReadAny } from './api.js';
import { bodyOf, type Contract, type Field, follow, type Method, type Operation, type Parameter } from './contract.js';
import { CONTRACT } from './built.js';
import type { Filter } from './filter.js';
import { isNamed, SOURCES } from './named.js';
import { nameOf } from './record/nouns.js';
import type { Scope } from './scopes.js';
import { worded } from './words.js';
import { t } from './language.js';

/** A list of the API. */
export interface Resource {
  /** Its path, and the part of an address that stands for it. */
  path: string;
  slug: string;
  /** `Time entries`, of `project`. */
  title: string;
  app: string;
  scope: Scope | null;
  filters: Filter[];
  /** Filters without which the API answers nothing. */
  needs: string[];
  /** The fields that it can be sorted by. */
  sorts: string[];
  /** Of a row. */
  fields: Record<string, Field>;
  /** How a record is added to it: the scope for it. Null: not by a request with JSON. */
  make: Change | null;
  /** Deleted records can be shown with the others. */
  trash: boolean;
}

/** A way to change something: the scope that it needs; null: every credential may. */
export interface Change {
  scope: Scope | null;
}

/** A list that belongs to a record, and how one of its rows is changed. */
export interface Belonging extends Pick<Resource, 'path' | 'title' | 'scope' | 'fields' | 'make'> {
  /** The part of the path that stands for the record. */
  param: string;
  /** The routes of one row: `…/notes/{note_id}`. Null: a row has none of its own here. */
  row: { path: string; param: string; change: Change | null; remove: Change | null } | null;
}

/** Something that is done with a record: `POST …/{id}/archive`. */
export interface Act extends Change {
  path: string;
  /** `archive` */
  verb: string;
  summary: string;
  description: string;
  /** It takes a body. */
  asks: boolean;
}

/** The route that shows one record, found by how its id begins. */
export interface Shows {
  path: string;
  param: string;
  title: string;
  scope: Scope | null;
  change: Change | null;
  remove: Change | null;
  /** It comes back from the trash by `POST …/restore`, and is shown while it is there. */
  trash: boolean;
  acts: Act[];
  /** Lists that belong to the record. */
  lists: Belonging[];
}

export interface Api {
  lists: Resource[];
  shows: Map<string, Shows>;
}

/** The parameters of every list, which `DataTable` and `Filters` deal with. */
const OF_LISTS = new Set(['limit', 'cursor', 'sort', 'include_deleted', 'where']);

/** Lists of the API and routes that show one record, from the document that describes it. Null until that is there. */
export function useResources(): Api | null {
  const contract = useContract();
  return useMemo(() => {
    if (!contract) return null;
    let api = understood.get(contract);
    if (!api) understood.set(contract, (api = understand(contract)));
    return api;
  }, [contract]);
}

/** Understood once, whoever asks. */
const understood = new WeakMap<Contract, Api>();

/** `doc_01j…` → `doc`. Null for what is no id. */
export const prefixOf = (text: string): string | null =>
  /^([a-z][a-z_]*)_[0-9a-z]{20,}$/.exec(text.trim())?.[1] ?? null;

/** The contract, loaded when something first needs it. Null until it is there. */
export const useContract = (): Contract | null =>
  (useReadAny(CONTRACT_PATH, { fresh: Infinity }).data as Contract | undefined) ?? null;

const changeOf = (operation: Operation | undefined): Change | null =>
  operation ? { scope: operation['x-required-scope'] ?? null } : null;

/** Lists that a screen of their own adds to, as it shows a secret once or needs more than a form. */
const ELSEWHERE = new Set([
  '/v1/access/api-keys',
  '/v1/access/identity-providers',
  '/v1/access/oauth-clients',
  '/v1/access/users',
  '/v1/careers/jobs/{job_id}/applications',
  '/v1/guard/alert-rules',
  '/v1/guard/policies',
  '/v1/office/documents',
  '/v1/webhooks',
]);

function understand(contract: Contract): Api {
  const { paths } = contract;
  const answers = (operation: Operation) =>
    follow(contract, operation.responses[200]?.content?.['application/json']?.schema);
  const rowOf = (operation: Operation) => {
    const { data, meta } = answers(operation).properties ?? {};
    return data?.items && meta ? follow(contract, data.items) : null;
  };
  // Routes without a credential show part of what others show to people who signed in.
  const reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get && get.security.length > 0 && path.startsWith('/v1/') && !path.includes('/scim/') ? [{ path, get }] : [],
  );
  const at = (path: string, method: Method) => paths[path]?.[method];
  const make = (path: string) => {
    if (ELSEWHERE.has(path)) return null;
    const post = at(path, 'post');
    return post && bodyOf(contract, post) ? changeOf(post) : null;
  };
  const has = (operation: Operation, parameter: string) =>
    operation.parameters?.some(({ name }) => name === parameter) ?? false;

  for (const { path, get } of reads) {
    const [, of, param] = /^([^{]*)\/\{(\w+)\}$/.exec(path) ?? [];
    if (!param || path in CONTRACT.resources) continue;
    const prefix = get.parameters?.find(({ name }) => name === param)?.schema['x-id-prefix'];
    const list = reads.find((each) => each.path === of)?.get;
    if (prefix && list && rowOf(list))
      SOURCES[prefix] ??= {
        path: of!,
        one: path.replace(`{${param}}`, '{id}'),
        scope: list['x-required-scope'] ?? null,
        name: nameOf,
        finds: has(list, 'q'),
      };
  }

  const lists = reads.flatMap(({ path, get }): Resource[] => {
    const row = rowOf(get);
    if (!row || path.includes('{')) return [];
    const parameters = (get.parameters ?? []).filter((each) => each.in === 'query');
    const [app, ...rest] = path.slice('/v1/'.length).split('/');
    return [
      {
        path,
        slug: path.slice('/v1/'.length).replaceAll('/', '.'),
        title: get['x-title'],
        app: rest.length ? app! : 'workspace',
        scope: get['x-required-scope'] ?? null,
        filters: parameters.filter(({ name }) => !OF_LISTS.has(name)).map(filterOf),
        needs: parameters.filter(({ required }) => required).map(({ name }) => name),
        sorts: parameters.find(({ name }) => name === 'sort')?.['x-sort-fields'] ?? [],
        fields: row.properties ?? {},
        make: make(path),
        trash: has(get, 'include_deleted'),
      },
    ];
  });

  const shows = new Map<string, Shows>();
  for (const { path, get } of reads) {
    const param = /^[^{]*\/\{(\w+)\}$/.exec(path)?.[1];
    const prefix = param && get.parameters?.find(({ name }) => name === param)?.schema['x-id-prefix'];
    if (!prefix || shows.has(prefix)) continue;
    const lists = reads.flatMap((each): Belonging[] => {
      const [, name, last] = /^\{(\w+)\}\/([\w-]+)$/.exec(each.path.slice(path.lastIndexOf('{'))) ?? [];
      const row = rowOf(each.get);
      if (!each.path.startsWith(path.slice(0, path.lastIndexOf('{'))) || !name || !row) return [];
      const one = Object.keys(paths).find(
        (other) => other.startsWith(`${each.path}/{`) && !other.slice(each.path.length + 1).includes('/'),
      );
      return [
        {
          path: each.path,
          param: name,
          title: worded(last!.replaceAll('-', '_')),
          scope: each.get['x-required-scope'] ?? null,
          fields: row.properties ?? {},
          make: make(each.path),
          row: one
            ? {
                path: one,
                param: /\{(\w+)\}$/.exec(one)![1]!,
                change: changeOf(at(one, 'patch')),
                remove: changeOf(at(one, 'delete')),
              }
            : null,
        },
      ];
    });
    const acts = Object.entries(paths).flatMap(([other, { get: shown, post }]): Act[] => {
      const verb = other.startsWith(`${path}/`) ? other.slice(path.length + 1) : '';
      if (!post || shown || verb === 'restore' || !/^[a-z-]+$/.test(verb)) return [];
      const { summary, description = '' } = post;
      const asks = bodyOf(contract, post) !== null;
      return [{ ...changeOf(post)!, path: other, verb, summary, description, asks }];
    });
    shows.set(prefix, {
      path,
      param: param!,
      title: get['x-title'],
      scope: get['x-required-scope'] ?? null,
      change: changeOf(at(path, 'patch')),
      remove: changeOf(at(path, 'delete')),
      trash: at(`${path}/restore`, 'post') !== undefined && has(get, 'include_deleted'),
      acts,
      lists,
    });
  }
  return { lists, shows };
}

function filterOf({ name, schema, description }: Parameter): Filter {
  const options = schema.type === 'boolean' ? [yes, no] : schema.enum?.filter((each) => each !== null);
  const prefix = schema['x-id-prefix'];
  return {
    name,
    label: name === 'q' ? t('Text') : worded(name),
    ...(prefix && isNamed(prefix) && { pick: prefix }),
    options,
    placeholder: schema.format === 'date-time' ? '2026-01-31T00:00:00Z' : '',
    about: description,
  };
}

const [yes, no] = [
  { value: 'true', label: t('Yes') },
  { value: 'false', label: t('No') },
];

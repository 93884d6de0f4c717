import { useMemo } from 'react';
import { useRead } from './api.js';
import { type Filter, worded } from './filters.js';
import type { Scope } from './scopes.js';

/** A field of a record, as the API describes it. */
export interface Field {
  description?: string;
  format?: string;
  type?: string | string[];
  enum?: string[];
}

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
  /** The fields that it can be sorted by. */
  sorts: string[];
  /** Of a row. */
  fields: Record<string, Field>;
}

/** The route that shows one record, found by how its id begins. */
export interface Shows {
  path: string;
  param: string;
  title: string;
  scope: Scope | null;
  /** Lists that belong to the record. */
  lists: { path: string; param: string; title: string }[];
}

interface Api {
  lists: Resource[];
  shows: Map<string, Shows>;
}

/** The parameters of every list, which `DataTable` and `Filters` deal with. */
const OF_LISTS = new Set(['limit', 'cursor', 'sort', 'include_deleted']);

/** Lists of the API and routes that show one record, from the document that describes it. Null until that is there. */
export function useResources(): Api | null {
  const { data } = useRead('/openapi.json');
  return useMemo(() => (data ? understand(data as unknown as Document) : null), [data]);
}

/** `doc_01j…` → `doc`. Null for what is no id. */
export const prefixOf = (text: string): string | null =>
  /^([a-z][a-z_]*)_[0-9a-z]{20,}$/.exec(text.trim())?.[1] ?? null;

interface Schema extends Field {
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  /** How ids begin that are its values. */
  'x-id-prefix'?: string;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  'x-sort-fields'?: string[];
  schema: Schema;
}

interface Operation {
  /** The heading of the list or record. */
  'x-title': string;
  security: unknown[];
  parameters?: Parameter[];
  'x-required-scope'?: Scope;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Document {
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, Schema> };
}

function understand({ paths, components }: Document): Api {
  const followed = (schema: Schema | undefined): Schema =>
    schema?.$ref ? followed(components.schemas[schema.$ref.split('/').at(-1)!]) : (schema ?? {});
  const answers = (operation: Operation) => followed(operation.responses[200]?.content?.['application/json']?.schema);
  const rowOf = (operation: Operation) => {
    const { data, meta } = answers(operation).properties ?? {};
    return data?.items && meta ? followed(data.items) : null;
  };
  // Routes without a credential show part of what others show to people who signed in.
  const reads = Object.entries(paths).flatMap(([path, { get }]) =>
    get && get.security.length > 0 && path.startsWith('/v1/') && !path.includes('/scim/') ? [{ path, get }] : [],
  );

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
        sorts: parameters.find(({ name }) => name === 'sort')?.['x-sort-fields'] ?? [],
        fields: row.properties ?? {},
      },
    ];
  });

  const shows = new Map<string, Shows>();
  for (const { path, get } of reads) {
    const param = /^[^{]*\/\{(\w+)\}$/.exec(path)?.[1];
    const prefix = param && get.parameters?.find(({ name }) => name === param)?.schema['x-id-prefix'];
    if (!prefix || shows.has(prefix)) continue;
    const lists = reads.flatMap((each) => {
      const [, name, last] = /^\{(\w+)\}\/([\w-]+)$/.exec(each.path.slice(path.lastIndexOf('{'))) ?? [];
      const own = each.path.startsWith(path.slice(0, path.lastIndexOf('{'))) && name && rowOf(each.get);
      return own ? [{ path: each.path, param: name, title: worded(last!.replaceAll('-', '_')) }] : [];
    });
    shows.set(prefix, { path, param: param!, title: get['x-title'], scope: get['x-required-scope'] ?? null, lists });
  }
  return { lists, shows };
}

function filterOf({ name, schema, description }: Parameter): Filter {
  const options = schema.type === 'boolean' ? [yes, no] : schema.enum;
  return {
    name,
    label: worded(name),
    options,
    placeholder: schema.format === 'date-time' ? '2026-01-31T00:00:00Z' : '',
    about: description,
  };
}

const [yes, no] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

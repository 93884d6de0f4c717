import type { Json } from '../openapi/schemas.js';

/** One route of the document, and where the site shows it. */
export interface Operation {
  method: string;
  path: string;
  /** The operation object of the document. */
  about: Json;
  /** `create-deal` */
  anchor: string;
  /** Its page with the anchor: `/sales/deals#create-deal` */
  address: string;
}

/** The routes of one page. */
export interface Resource {
  /** Empty for the routes of the page of the section itself. */
  name: string;
  address: string;
  operations: Operation[];
}

export interface EventPage {
  type: string;
  about: Json;
  anchor: string;
  address: string;
}

export interface Section {
  name: string;
  title: string;
  description: string;
  resources: Resource[];
  events: EventPage[];
}

/** The pages of the reference, in the order of the document. Sections and resources of extensions are like any other. */
export function contentsOf(document: Json): Section[] {
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, about]) => ({ method: method.toUpperCase(), path, about })),
  );
  return document.tags.map(({ name, description = '' }: Json): Section => {
    const own = operations.filter(({ about }) => about.tags[0] === name);
    const names = new Set(own.map(({ path }) => resourceIn(path)).filter((each) => each !== null));
    const groups = Map.groupBy(own, ({ path }) => resourceIn(path) ?? outside(path, names));
    const resources = [...groups].map(([resource, items]) => {
      const address = `/${encodeURIComponent(name)}${resource && `/${encodeURIComponent(resource)}`}`;
      return { name: resource, address, operations: placed(items, address) };
    });
    const events = Object.entries<Json>(document.webhooks ?? {})
      .filter(([, { post }]) => post.tags[0] === name)
      .map(([type, { post }]) => ({
        type,
        about: post,
        anchor: type,
        address: `/${encodeURIComponent(name)}#${encodeURIComponent(type)}`,
      }));
    return { name, title: titleOf(name), description, resources, events };
  });
}

/** `time-entries` → `Time entries` */
export const titleOf = (name: string): string => {
  const text = name.replaceAll('-', ' ').replace(/\b(api|oauth|scim)\b/g, (word) => ACRONYMS[word]!);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const ACRONYMS: Record<string, string> = { api: 'API', oauth: 'OAuth', scim: 'SCIM' };

/** `deals` of `/v1/sales/deals/{id}`; null where the path names no resource in a section. */
function resourceIn(path: string): string | null {
  const [version, , resource] = path.split('/').slice(1);
  return version === 'v1' && resource && !resource.startsWith('{') ? resource.replace(/\.\w+$/, '') : null;
}

/** A path outside of `/v1` is on the page of the resource with its first name, if there is one. */
function outside(path: string, names: Set<string>): string {
  const [, first = ''] = path.split('/');
  return first !== 'v1' && names.has(first) ? first : '';
}

function placed(items: Omit<Operation, 'anchor' | 'address'>[], address: string): Operation[] {
  const used = new Set<string>();
  return items.map((item) => {
    const words = String(item.about.summary ?? item.path).toLowerCase();
    const plain = slug(words.replace(/\b(an?|the)\b /g, ''));
    const anchor = [plain, `${plain}-${item.method.toLowerCase()}`, slug(item.about.operationId ?? '')].find(
      (name) => name && !used.has(name),
    )!;
    used.add(anchor);
    return { ...item, anchor, address: `${address}#${anchor}` };
  });
}

/** A part of an address made of words. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The route of the document that a method and a path in a text mean, whatever their parameters are called. */
export function findOperation(sections: readonly Section[], text: string): Operation | undefined {
  const [, method, path] = /^(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}:.@…-]*)/.exec(text) ?? [];
  if (!method || !path) return undefined;
  const wanted = shapeOf(path);
  return sections
    .flatMap(({ resources }) => resources.flatMap(({ operations }) => operations))
    .find((operation) => operation.method === method && shapeOf(operation.path) === wanted);
}

const shapeOf = (path: string) => path.replace(/\{[^{}]*\}|:\w+|…/g, '{}').replace(/[/.]$/, '');

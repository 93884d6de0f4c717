import type { Json } from './schemas.js';

/** A part of the OpenAPI document that is valid by itself: the routes and events of one section, and the components they use. */
export function partOf(document: Json, section: string): Json {
  const belongs = (operation: Json) => operation.tags?.includes(section);
  const paths = pick(document.paths, belongs);
  const webhooks = pick(document.webhooks, belongs);
  const components: Json = {};
  const text = JSON.stringify(paths);
  if (/"security":\[\{/.test(text)) components.securitySchemes = document.components.securitySchemes;
  for (const pointer of referencesFrom(document, [paths, webhooks])) {
    const [kind, name] = pointer.split('/') as [string, string];
    components[kind] ??= {};
    components[kind][name] = document.components[kind][name];
  }
  const tags = document.tags.filter(({ name }: Json) => name === section);
  const audited = Object.entries(document['x-audited-fields']).filter(([type]) => type.startsWith(`${section}.`));
  return { ...document, tags, paths, webhooks, components, 'x-audited-fields': Object.fromEntries(audited) };
}

/** The names of the sections of a document. */
export const sectionsOf = (document: Json): string[] => document.tags.map(({ name }: Json) => name);

/** `schemas/Deal`, for everything that a part of a document refers to, directly or not. Sorted. */
export function referencesFrom(document: Json, parts: unknown): string[] {
  const known = new Set<string>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (name !== '$ref' || typeof inner !== 'string') {
        walk(inner);
        continue;
      }
      const pointer = inner.replace('#/components/', '');
      if (known.has(pointer)) continue;
      known.add(pointer);
      walk(resolve(document, inner));
    }
  };
  walk(parts);
  return [...known].toSorted();
}

/** The component that a reference names. */
export const resolve = (document: Json, reference: string): Json =>
  reference
    .slice(2)
    .split('/')
    .reduce((at: Json, key) => at?.[key], document) ?? {};

const pick = (items: Json, belongs: (operation: Json) => boolean): Json =>
  Object.fromEntries(
    Object.entries<Json>(items).flatMap(([name, methods]) => {
      const own = Object.entries<Json>(methods).filter(([, operation]) => belongs(operation));
      return own.length ? [[name, Object.fromEntries(own)]] : [];
    }),
  );

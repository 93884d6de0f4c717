import type { ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'express';
import { readInput } from '../fields/reader.js';
import type { PageQuery } from '../resource/page.js';
import { resourceOf } from '../resource/resource-entity.js';
import { readBytes, readJson, refuseBadText } from './body.js';
import type { Exchange } from './exchange.js';
import { readForm } from './form.js';
import { conditionOf } from './read-conditions.js';
import { SELECTING, selectionOf } from './selection.js';
import { isFormUpload, isUpload } from './uploads.js';

const MEBIBYTE = 2 ** 20;

/** Checks the query, where the route declares one. */
export async function readQuery({ route, request, context, services }: Exchange): Promise<void> {
  let { query: source } = request as { query: ParsedUrlQuery };
  context.selection = selectionOf(route, source);
  if (!route.query) return;
  refuseBadText(source, '');
  if (context.selection) source = without(source, (name) => SELECTING.includes(name as (typeof SELECTING)[number]));
  const { asked } = route.query as Partial<typeof PageQuery>;
  let condition = (asked && conditionOf(route.query as typeof PageQuery, source)) ?? null;
  const plain = condition ? without(source, (name) => name.includes('[')) : source;
  const query = await readInput(route.query, plain, { text: true, strict: isStrict(request) });
  const { view } = query as { view?: string };
  if (view !== undefined && asked) {
    const { entity } = route.query as Partial<typeof PageQuery>;
    const { type } = entity ? resourceOf(entity) : route.endpoint!.resource;
    const { version, sort, ...saved } = await services.savedViews.apply(view, type, route.query as typeof PageQuery);
    Object.assign(query, { savedView: version, ...(sort !== null && source.sort === undefined && { sort }) });
    if (saved.condition.parts.length) condition = condition ? saved.condition.and(condition) : saved.condition;
  }
  if (condition) {
    Object.assign(query, { condition });
    // A condition on a field lifts its default, such as that of the status of contacts.
    for (const name of condition.fields) if (!(name in source)) delete (query as Record<string, unknown>)[name];
  }
  // Express parses the query at every access; this replaces it by the validated one.
  Object.defineProperty(request, 'query', { value: query });
}

const without = (source: ParsedUrlQuery, isLeftOut: (name: string) => boolean): ParsedUrlQuery =>
  Object.fromEntries(Object.entries(source).filter(([name]) => !isLeftOut(name)));

/** Reads the body as declared into `request.body`. Returns its fingerprint. */
export async function readBody({ route, request, services }: Exchange): Promise<string> {
  const { body, reads, endpoint, open } = route;
  if (reads === 'nothing') return '';
  if (reads === 'form') request.body = await readForm(request);
  if (reads === 'bytes') request.body = await readBytes(request, open!.bytes!);
  if (reads !== 'json') return '';
  const strict = isStrict(request);
  if (isUpload(body) || isFormUpload(body)) {
    const { upload, text } = await (isUpload(body)
      ? services.uploads.receive(body, request, strict)
      : services.uploads.receiveForm(body, request));
    request.body = upload;
    return text;
  }
  const { bodyLimit = MEBIBYTE, dialect } = endpoint ?? {};
  const { value, text } = await readJson(request, bodyLimit, dialect?.mediaType);
  request.body = dialect || !body ? value : await readInput(body, value, { strict });
  return text;
}

const isStrict = ({ headers }: Request) => /(^|[,;\s])handling=strict/i.test(headers.prefer?.toString() ?? '');

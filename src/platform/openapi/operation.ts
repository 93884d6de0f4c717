import type { ErrorStatus } from '../errors/api-error.js';
import { STATED } from '../fields/api-decorators.js';
import { fieldsOf } from '../fields/field-spec.js';
import type { Dialect } from '../request/endpoint.js';
import type { PageQuery } from '../resource/page.js';
import { whyNoReview } from '../request/reviews.js';
import type { Route } from '../request/routes.js';
import { isFormUpload, isUpload } from '../request/uploads.js';
import { REVIEWS } from '../security/review-need.js';
import { errorResponse, errors } from './error-responses.js';
import { headerRefs, RATE_LIMIT_HEADERS } from './headers.js';
import { capital, refTo, shown } from './names.js';
import { parametersOf, type Subject } from './parameters.js';
import type { Json, Schemas } from './schemas.js';

/**
 * Describes one route from its declaration. The decorators of @nestjs/swagger for additional facts
 * (`@ApiOperation`, `@ApiOkResponse`, `@ApiProduces`, `@ApiConsumes`, `@ApiBody`) work on top.
 */
export function describeOperation(route: Route, schemas: Schemas): Json {
  const section = sectionOf(route.path);
  const params = [...route.path.matchAll(/[:*](\w+)/g)].map((match) => match[1]!);
  const subject: Subject = { route, schemas, section, params };
  const { endpoint, scope } = route;
  const stated: Json = Reflect.getMetadata(STATED.OPERATION, route.handler) ?? {};
  const parameters = parametersOf(subject);
  const requestBody = bodyOf(subject);
  const summary: string = stated.summary || endpoint?.summary || summaryOf(subject);
  return {
    operationId: stated.operationId ?? operationId(route, section),
    tags: [section],
    summary,
    description: stated.description ?? descriptionOf(route),
    ...(endpoint?.deprecated && { deprecated: true }),
    security: endpoint ? [{ ApiKey: [] }, { Bearer: [] }, { OAuth2: scope ? [scope] : [] }] : [],
    ...(scope && { 'x-required-scope': scope }),
    // Action in the audit log; clients build pickers of types and actions from it.
    ...(endpoint && { 'x-audit-action': route.action }),
    // Heading of the list or record in the console.
    ...(route.method === 'GET' && endpoint?.returns && { 'x-title': titleOf(summary, endpoint.resource.noun) }),
    // Its place in the navigation of the console.
    ...(endpoint?.nav && { 'x-nav': { icon: endpoint.nav } }),
    ...(parameters.length && { parameters }),
    ...(requestBody && { requestBody }),
    // Explicit decorators come before what is derived from the declaration.
    responses: { ...failuresOf(subject), ...successOf(subject) },
  };
}

const outside: Record<string, string> = { files: 'office', oauth: 'oauth', '.well-known': 'oauth' };

/** The part of the documentation that a path belongs to. */
export const sectionOf = (path: string): string =>
  /^\/v1\/([^/]+)/.exec(path)?.[1] ?? outside[path.split('/')[1]!] ?? 'server';

/** `officeDocumentsCreate` */
function operationId({ name }: Route, section: string): string {
  const [controller, handler] = name.split('.') as [string, string];
  const words = controller.replace(/Controller$/, '');
  return section + (words.toLowerCase() === section ? '' : words) + capital(handler);
}

function descriptionOf({ scope, open, endpoint }: Route): string {
  const anybody = endpoint?.resource.forOperators
    ? 'Needs a credential with the role `operator`, which only the command line grants.'
    : 'Needs any credential; its scopes decide which records it sees.';
  const lines = [scope ? `Needs the scope \`${scope}\`.` : endpoint ? anybody : `Needs no credential. ${open!.reason}`];
  if (endpoint?.heavy) lines.push('Counts against the lower rate limit for heavy requests.');
  if (endpoint?.recentProof) {
    const when = endpoint.recentProof === true ? '' : ` ${endpoint.recentProof}`;
    lines.push(`Users need a proof of identity of the last 15 minutes${when}.`);
  }
  if (endpoint?.deprecated) lines.push(`Ends on ${endpoint.deprecated.sunset.toISOString().slice(0, 10)}.`);
  return lines.join(' ');
}

function bodyOf({ route, schemas, section }: Subject): Json | null {
  const stated: Json[] = Reflect.getMetadata(STATED.PARAMETERS, route.handler) ?? [];
  const own = stated.find((parameter) => parameter.in === 'body');
  if (!route.body && !own) return null;
  if (isUpload(route.body)) return fileBodyOf(route.body, schemas.ref(route.body, section, 'request'));
  const type = own?.type ?? route.body;
  const schema = own?.schema ?? schemas.ref(type, section, 'request');
  const spoken = [route.endpoint?.dialect?.mediaType ?? [], 'application/json'].flat();
  const types: string[] = Reflect.getMetadata(STATED.CONSUMES, route.handler) ?? spoken;
  // No body at all counts as an empty object.
  const required = !type || schemas.fields(type, section, 'request').some((field) => field.required);
  const example = required && type && schemas.example(type, section);
  const content: Json = Object.fromEntries(types.map((name) => [name, { schema, ...(example && { example }) }]));
  if (isFormUpload(route.body)) content['multipart/form-data'] = formOf(route.body.part, schema);
  return { required, content };
}

const BYTES = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };

/** A form with the JSON in one part, and files in others. */
const formOf = (part: string, schema: Json): Json => ({
  schema: {
    type: 'object',
    properties: { [part]: { ...schema, description: 'The JSON.' } },
    required: [part],
    // No `type` for binary parts; with one, TypeScript generators would apply it to the JSON part too.
    additionalProperties: {
      contentMediaType: 'application/octet-stream',
      description: 'A file, in a part named like its field.',
    },
  },
  encoding: { [part]: { contentType: 'application/json' } },
});

/** A form with a file in it and the declared fields beside it, or the bytes alone where the route takes them. */
function fileBodyOf({ raw }: { raw: boolean }, fields: Json): Json {
  const bytes = { ...BYTES, description: 'Contents of the file.' };
  const file = { type: 'object', properties: { file: bytes }, required: ['file'] };
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: { allOf: [file, fields] } },
      ...(raw && { 'application/octet-stream': { schema: BYTES } }),
    },
  };
}

/** Whether policies may let a request of the route wait for approvals. */
const mayWait = (route: Route): boolean =>
  route.status !== 202 &&
  route.endpoint?.resource.type !== REVIEWS &&
  (route.endpoint?.dryRun !== undefined || !route.asks.every((ask) => ask === 'read')) &&
  whyNoReview(route) === null;

function successOf({ route, schemas, section }: Subject): Json {
  const { endpoint, method, status, loads, writes } = route;
  const names = ['X-Request-Id'];
  if (endpoint) {
    names.push(...RATE_LIMIT_HEADERS);
    if (hasTag(route)) names.push('ETag');
    if (status === 201 && endpoint.returns && !endpoint.page) names.push('Location');
    if (method === 'POST') names.push('Idempotency-Replayed');
    if (endpoint.deprecated) names.push('Deprecation', 'Sunset', 'Link');
  }
  const headers = headerRefs(...names);
  const stated: Json = Reflect.getMetadata(STATED.RESPONSE, route.handler) ?? {};
  const spoken = endpoint?.dialect?.mediaType ?? 'application/json';
  const types: string[] = Reflect.getMetadata(STATED.PRODUCES, route.handler) ?? [spoken];
  const content = (schema: Json) => ({ content: Object.fromEntries(types.map((type) => [type, { schema }])) });

  const responses: Json = {};
  for (const [code, { description, type, schema }] of Object.entries<Json>(stated)) {
    if (code in errors && !description) continue; // in the words of `failuresOf`
    const own = schema ?? (type && schemas.ref(type, section));
    const shape = endpoint?.dryRun && code === '200' ? { anyOf: [own, refTo('DryRun')] } : own;
    responses[code] = { description: description || words(Number(code)), headers, ...(shape && content(shape)) };
  }
  if (Object.keys(responses).some((code) => code < '4'))
    return mayWait(route) ? { ...responses, 202: { $ref: '#/components/responses/PendingReview' } } : responses;
  if (!endpoint) return { [method === 'POST' ? 201 : 200]: { description: 'The response.', headers, ...content({}) } };

  const { returns, page } = endpoint;
  const type = returns as (new () => object) | undefined;
  const schema = type && (page ? schemas.page(type, section, mostOf(route)) : schemas.ref(type, section));
  const shown = { ...(schema && content(schema).content), ...(endpoint.csv && CSV_CONTENT) };
  const description =
    schema || !endpoint.csv ? words(status, page) : 'The records as CSV, with the field names in the first line.';
  responses[status] = { description, headers, ...(Object.keys(shown).length && { content: shown }) };
  if (loads?.key && writes)
    responses[201] = { ...responses[status], description: words(201), headers: headerRefs(...names, 'Location') };
  if (route.tagged) {
    responses[304] = { description: 'The record still has this ETag.', headers: headerRefs('X-Request-Id', 'ETag') };
  }
  if (mayWait(route)) responses[202] = { $ref: '#/components/responses/PendingReview' };
  return responses;
}

function failuresOf(subject: Subject): Json {
  const { route, params } = subject;
  const { endpoint, handler, path, body, writes, loads } = route;
  const stated: Json = Reflect.getMetadata(STATED.RESPONSE, handler) ?? {};
  const takes: Json[] = Reflect.getMetadata(STATED.PARAMETERS, handler) ?? [];
  const declared = (endpoint?.errors ?? []).map((name) => endpoint!.resource.errors![name]!);
  // A public record may be missing, and a policy may deny it.
  const hasBody = body !== null || takes.some((parameter) => parameter.in === 'body');
  const asksForData = endpoint !== null || path.startsWith('/v1/');
  const possible: [ErrorStatus, boolean][] = [
    [308, asksForData],
    [400, true],
    [401, endpoint !== null],
    [403, asksForData],
    [404, params.length > 0],
    [408, hasBody],
    [409, writes],
    [412, endpoint !== null && writes && loads !== null],
    [413, hasBody && !isUpload(body)],
    [429, endpoint !== null],
    [500, true],
    [503, asksForData],
  ];
  const responses: Json = {};
  const dialect = endpoint?.dialect;
  for (const [status, follows] of possible) {
    const can = follows || (status in stated && !stated[status].description);
    const messages = declared.filter((error) => error.status === status).map(({ message }) => message);
    if (dialect && can) responses[status] = errorIn(dialect, status, messages, subject);
    else if (status === 401 && endpoint?.recentProof)
      responses[status] = { $ref: '#/components/responses/ProofTooOld' };
    else if (messages.length) responses[status] = errorResponse(status, messages);
    else if (can) responses[status] = { $ref: `#/components/responses/${errors[status].name}` };
  }
  return responses;
}

const CSV_CONTENT = { 'text/csv': { schema: { type: 'string' } } };

/** Maximum page size: the maximum of `limit`, or its default if that is larger. */
function mostOf({ query }: Route): number {
  const { maximum } = fieldsOf(query!.prototype).get('limit')!.schema as Json;
  return Math.max(maximum, (new query!() as PageQuery).limit);
}

/** An error in the shape of another standard. */
function errorIn(dialect: Dialect, status: ErrorStatus, messages: string[], { schemas, section }: Subject): Json {
  return {
    description: [errors[status].description, ...messages.map((message) => `- ${message}`)].join('\n'),
    headers: headerRefs('X-Request-Id'),
    content: { [dialect.mediaType]: { schema: schemas.ref(dialect.error as new () => object, section) } },
  };
}

/** Whether the answer has a tag: as `Route.tagged`, in another standard, or as a record that was written. */
function hasTag({ endpoint, loads, status, writes, tagged }: Route): boolean {
  if (tagged || !endpoint?.returns || endpoint.page) return tagged;
  return writes ? loads !== null || status === 201 : loads !== null && endpoint.dialect !== undefined;
}

const outcomes: Record<number, string> = {
  201: 'Made.',
  202: 'Accepted; the work continues in the background.',
  204: 'Done.',
};
const words = (status: number, page = false) => (page ? 'A page of records.' : (outcomes[status] ?? 'The record.'));

const usual: Record<string, string> = { PUT: 'Replace', PATCH: 'Update', DELETE: 'Delete', GET: 'Get' };

/** Default summary of a route: `List documents`, `Restore a document`. */
function summaryOf({ route: { method, path, endpoint, loads }, section }: Subject): string {
  if (!endpoint) {
    const names = path.split('/').filter((part) => part && !/^(:.*|v1)$/.test(part) && part !== section);
    return `${usual[method] ?? 'Send'} ${names.join(' ').replaceAll('-', ' ')}`;
  }
  const noun = shown(endpoint.resource.noun);
  const names = path.split('/');
  // Behind /v1/<app>, or /v1 where there is none.
  const parts = names.slice(Math.min(endpoint.resource.app ? 3 : 2, names.length - 1));
  const last = parts.at(-1)!.replaceAll('-', ' ');
  const nested = parts.some((part, index) => index > 0 && !part.startsWith(':') && parts[index - 1]!.startsWith(':'));
  if (endpoint.csv && !endpoint.returns) return `Export ${shown(parts.at(-2)!.replaceAll('-', ' '))}`;
  if (method === 'GET' && !last.startsWith(':')) {
    const owner = shown(loads?.store.resource.noun ?? endpoint.resource.noun);
    return nested ? `${endpoint.page ? 'List' : 'Get'} ${last} of ${article(owner)}` : `List ${shown(last)}`;
  }
  if (!nested || last.startsWith(':')) return `${method === 'POST' ? 'Create' : usual[method]} ${article(noun)}`;
  if (method !== 'POST') return `${usual[method]} ${last} of ${article(noun)}`;
  const part = parts.at(-2)!;
  return `${capital(last)} ${part.startsWith(':') ? '' : `${part} of `}${article(noun)}`;
}

/** The title of a list or a record, by the summary that reads it: `List the time entries` → `Time entries`. */
function titleOf(summary: string, noun: string): string {
  const title = /^(?:List|Get) (?:(?:the|all|an?) )?(.+)/.exec(summary)?.[1] ?? shown(noun);
  return capital(title.replace(/\boauth\b/, 'OAuth'));
}

const article = (noun: string) => `${/^(?!us)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

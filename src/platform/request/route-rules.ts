import { RequestMethod } from '@nestjs/common';
import {
  HOST_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  RESPONSE_PASSTHROUGH_METADATA,
  RouteParamtypes,
  SSE_METADATA,
  VERSION_METADATA,
} from '@nestjs/common/internal';
import { NAV_ICONS } from '../extensions/screens.js';
import { fieldNames } from '../fields/field-spec.js';
import { checkInput } from '../fields/reader.js';
import { validatedNames } from '../fields/validated.js';
import { PageQuery } from '../resource/page.js';
import { filtersOf } from '../resource/pages.js';
import { isScope, type Scope } from '../security/apps.js';
import { PUBLIC } from './endpoint.js';
import type { Class, Declaration } from './route-declaration.js';
import { isFormUpload, isUpload } from './uploads.js';

/** Throws an error that names the handler and the mistake, so that no wrong declaration is ever served. */
export function checkDeclaration(declaration: Declaration, scope: Scope | null): void {
  checkAccess(declaration, scope);
  checkSupported(declaration);
  checkLoads(declaration);
  checkQuery(declaration);
  checkPublic(declaration);
  checkInputs(declaration);
  checkPlace(declaration);
}

/** Only a list has a place in the navigation of the console, with an icon that the console has. */
function checkPlace({ where, endpoint, path }: Declaration): void {
  const { nav, page } = endpoint ?? {};
  if (!nav) return;
  if (!NAV_ICONS.includes(nav))
    throw new Error(`${where} has nav: '${nav}', which is no icon of the console: ${NAV_ICONS.join(', ')}.`);
  if (!page || path.includes(':'))
    throw new Error(`${where} has nav, which only a list without a parameter in its path can have.`);
}

/** Access is declared, and names a scope and errors that exist. */
function checkAccess({ where, endpoint, open }: Declaration, scope: Scope | null): void {
  if (!endpoint && !open) throw new Error(`${where} declares neither @Endpoint nor @Public.`);
  if (endpoint && open) throw new Error(`${where} declares both @Endpoint and @Public.`);
  if (!endpoint) return;
  const { resource, errors = [], csv, exports } = endpoint;
  if (!scope && !resource.forOperators && !resource.visible && !resource.parent)
    throw new Error(`${where} asks for no scope, and ${resource.type} does not say who may see it.`);
  if (scope && !isScope(scope)) throw new Error(`${where} asks for the scope ${scope}, which does not exist.`);
  for (const error of errors) {
    if (!resource.errors?.[error])
      throw new Error(`${where} names the error ${error}, which ${resource.type} does not have.`);
  }
  if (csv && !exports)
    throw new Error(`${where} answers CSV, and does not say whose records leave with it: name them as exports.`);
}

/** A route of a resource with a parent loads that. */
function checkLoads({ where, endpoint, loads, query }: Declaration): void {
  if (loads.length > 1 && !loads.at(-1)!.store.resource.parent)
    throw new Error(`${where} loads two records, and the second one's resource declares no parent.`);
  const { parent, type } = endpoint?.resource ?? {};
  // A route with an explicit scope may name records of any parent in its body, and a list may choose them itself.
  const says = query?.prototype instanceof PageQuery && (query as unknown as typeof PageQuery).always;
  if (parent && (endpoint!.scope === null || parent.seenBy) && !loads.length && !says)
    throw new Error(`${where} is about ${type} and does not load its parent.`);
}

function checkQuery({ where, query }: Declaration): void {
  if (query?.prototype instanceof PageQuery) checkColumns(where, query as unknown as typeof PageQuery);
}

/** Uploads and loaded records that only public routes, or only others, may have. */
function checkPublic({ where, endpoint, handler, method, loads, body }: Declaration): void {
  const load = loads.at(-1);
  const anywhere = load?.options.anywhere !== undefined;
  const mistakes: [boolean, string][] = [
    [!endpoint && isUpload(body), 'is public and takes an Upload: take a FormUpload.'],
    [!!endpoint && isFormUpload(body), 'takes a FormUpload, which is for public routes: take an Upload.'],
    [
      !endpoint && !!load && !anywhere,
      'is public and loads a record: say anywhere, and which records anybody may name.',
    ],
    [!!endpoint && anywhere, 'loads a record of anywhere, which is for public routes.'],
    [
      !endpoint && method !== 'GET' && !!load && !Reflect.hasMetadata(PUBLIC, handler),
      'loads a record: put @Public on the handler, not on its class.',
    ],
  ];
  refuse(where, mistakes);
}

/** The classes of query, body and answer declare their fields. */
function checkInputs({ where, endpoint, query, body }: Declaration): void {
  const view = endpoint?.returns as Class | undefined;
  if (view && !fieldNames(view).length)
    throw new Error(`${where} returns ${view.name}, which declares no field: give it field decorators.`);
  for (const type of [query, endpoint?.dialect || isFormUpload(body) ? null : body]) {
    if (!type) continue;
    checkInput(where, type);
    if (!isUpload(type) && !fieldNames(type).length && !validatedNames(type).length)
      throw new Error(
        `${where}: ${type.name} declares no field. Give it field decorators or those of class-validator.`,
      );
  }
}

function refuse(where: string, mistakes: [boolean, string][]): void {
  const mistake = mistakes.find(([is]) => is);
  if (mistake) throw new Error(`${where} ${mistake[1]}`);
}

/** Features of Nest that do not work here; the message names the alternative. */
function checkSupported({ where, controller, handler, name, path, endpoint, args }: Declaration): void {
  const isEndpoint = endpoint !== undefined;
  const has = (key: string) => [handler, controller].some((target) => Reflect.getMetadata(key, target) !== undefined);
  const takes = (...types: RouteParamtypes[]) => args.some(({ type }) => types.includes(type));
  const passesThrough = Reflect.getMetadata(RESPONSE_PASSTHROUGH_METADATA, controller, name) === true;
  const takesOver = takes(RouteParamtypes.NEXT) || (takes(RouteParamtypes.RESPONSE) && !passesThrough);
  const refusals: [boolean, string][] = [
    [isEndpoint && takesOver, 'takes the response over with @Res() or @Next(): return a Reply or StreamReply instead.'],
    [isEndpoint && has(SSE_METADATA), 'has @Sse: return a StreamReply instead, or make it @Public.'],
    [isEndpoint && has(RENDER_METADATA), 'has @Render: return a Reply with the page instead, or make it @Public.'],
    [isEndpoint && has(REDIRECT_METADATA), 'has @Redirect: return a Reply with Location instead, or make it @Public.'],
    [
      takes(RouteParamtypes.FILE, RouteParamtypes.FILES),
      'takes a file with @UploadedFile(): let @Body() be a class that extends Upload, and read upload.file.',
    ],
    [/[{}]/.test(path), 'has an optional part in its path: declare a handler for each of the paths.'],
    [/\*(?!\w+$)/.test(path), 'has a * before the end of its path: name each part, as in :name.'],
    [has(VERSION_METADATA), 'has a @Version: write the version into the path, as in v1/office/rooms.'],
    [has(HOST_METADATA), 'answers only one host: routes do not look at the host. Leave it to the proxy.'],
    [
      [controller, handler].some((target) => [Reflect.getMetadata(PATH_METADATA, target)].flat().length > 1),
      'has several paths: declare a handler for each of them.',
    ],
    [
      !METHODS.includes(Reflect.getMetadata(METHOD_METADATA, handler)),
      'has another method than GET, POST, PUT, PATCH or DELETE: declare a handler for each of these that it answers.',
    ],
  ];
  refuse(where, refusals);
}

const METHODS = [RequestMethod.GET, RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE];

/** Refuses a list that filters or sorts by a field without a column. */
function checkColumns(where: string, query: typeof PageQuery): void {
  const [foreign] = validatedNames(query as unknown as Class);
  if (foreign)
    throw new Error(`${where}: ${query.name}.${foreign} has no field decorator: add one, such as @Text() ${foreign}.`);
  if (!query.entity) throw new Error(`${where}: let ${query.name} extend ListOf(…), so that its columns are known.`);
  const columns = fieldNames(query.entity);
  for (const name of filtersOf(query)) {
    if (!query.filters[name] && !columns.includes(query.columns[name] ?? name))
      throw new Error(
        `${where}: ${query.name} filters by ${name}, which is no field of ${query.entity.name}: say @Where(…) beside it.`,
      );
  }
  const unknown = [...query.sorts, query.defaultSort.split(':')[0]!].find((name) => !columns.includes(name));
  if (unknown)
    throw new Error(`${where}: ${query.name} sorts by ${unknown}, which is no field of ${query.entity.name}.`);
}

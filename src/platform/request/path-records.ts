import type { Request } from 'express';
import type { Row } from '../database/database.js';
import { forbidden, notFound } from '../errors/api-error.js';
import { fieldNames } from '../fields/field-spec.js';
import { isId } from '../fields/ids.js';
import { read } from '../fields/reader.js';
import { rowMatches } from '../resource/conditions.js';
import { changesAsMember } from '../resource/members.js';
import type { Page } from '../resource/page.js';
import type { RecordEntity } from '../resource/record.entity.js';
import { refuseBadText } from './body.js';
import type { Exchange } from './exchange.js';
import { refuseLoaded } from './policies.js';
import type { Load } from './route-declaration.js';

/** Loads the records that the path names into the context, the parent first. */
export async function loadRecords(exchange: Exchange, lock: boolean): Promise<void> {
  const { route, context } = exchange;
  const { loads, parent } = route;
  if (!loads) return;
  if (!route.endpoint) return lock ? undefined : await loadAnywhere(loads, exchange);
  if (parent) context.parent = await loadOne(parent, exchange, lock);
  const record = await loadOne(loads, exchange, lock);
  const { noun, parent: link } = loads.store.resource;
  if (parent && record && (record as unknown as Row)[link!.column] !== (context.parent as RecordEntity).id)
    throw notFound(`There is no ${noun} ${record.id}.`);
  context.record = record;
}

/** 404 if the page is empty and the parent does not exist (`LoadedOptions.byItsRows`). */
export async function refuseUnknownParent({ route, context, result }: Exchange): Promise<void> {
  const { loads } = route;
  if (!loads?.options.byItsRows || (result as Page<object>).data.length) return;
  await loads.store.load((context.record as RecordEntity).id);
}

/** Continues in the workspace of the record. The handler locks what it needs. */
async function loadAnywhere({ param, store, options }: Load, { request, context }: Exchange): Promise<void> {
  const record = await store.getAnywhere(String(request.params[param!]), options.anywhere!);
  context.record = record;
  context.workspaceId = record.workspace_id;
}

async function loadOne(load: Load, exchange: Exchange, lock: boolean): Promise<RecordEntity | null> {
  const { route, request, context, services } = exchange;
  const { resource } = load.store;
  const { endpoint, writes } = route;
  const name = String(request.params[load.param!]);
  if (isKnownByItsRows(name, load, exchange)) return { id: name } as RecordEntity;
  const record = await named(load, exchange, lock);
  if (!record) return null;
  if (context.restrictions) await refuseLoaded(route, load, record);
  const child = endpoint!.resource === resource ? null : endpoint!.resource;
  if (writes ? child?.parent?.addedBy === 'viewers' : child?.parent?.seenBy !== 'writers') return record;
  const rule = context.credential && resource.writable?.(context.credential);
  if (!rule || rowMatches(rule, record)) return record;
  if (writes && (await changesAsMember(endpoint!.resource, record, services.database))) return record;
  throw forbidden(
    writes
      ? `You don't have permission to change ${load.param === null ? 'these' : 'this'} ${resource.noun}.`
      : `Only users who may change the ${resource.noun} can see a ${child!.noun} of it.`,
  );
}

/** Whether loading the record can be skipped (`LoadedOptions.byItsRows`). */
function isKnownByItsRows(name: string, { options, store: { resource } }: Load, { context }: Exchange): boolean {
  if (!options.byItsRows || context.restrictions || resource.visible || resource.trash) return false;
  return isId(resource.idPrefix, name);
}

async function named(load: Load, { route, request }: Exchange, lock: boolean): Promise<RecordEntity | null> {
  const { param, store, options, key } = load;
  if (param === null) return store.only({ lock });
  if (key) Object.assign(request.params, keyIn(request.params, param, key));
  const name = String(request.params[param]);
  if (key) return store.findBy(options.by!, name, { lock });
  const deleted =
    options.deleted === true || (options.deleted !== undefined && request.query[options.deleted] === 'true');
  const whole = !route.writes && route.endpoint!.resource === store.resource;
  return store.load(name, { deleted, lock, real: options.real, whole });
}

/** The key of a path, checked and normalised as the field that it is. */
function keyIn(params: Request['params'], param: string, key: new () => object): object {
  const [field] = fieldNames(key);
  refuseBadText({ [field!]: params[param] }, '');
  const values = read(key, { [field!]: params[param] }) as Row;
  return { [param]: values[field!] };
}

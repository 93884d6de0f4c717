import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { hash } from 'node:crypto';
import { currentContext, type RequestContext } from '../context/request-context.js';
import { Database, type Row } from '../database/database.js';
import type { RecordEntity } from '../resource/record.entity.js';
import type { Page } from '../resource/page.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { ApiError, forbidden, notFound } from '../errors/api-error.js';
import { readJson, refuseBadText } from './body.js';
import { plainTags } from './compression.js';
import { listsTag, Reply } from './reply.js';
import { Idempotency, type IdempotencyKey } from './idempotency.js';
import { Upload } from './upload.js';
import { untilWon } from './lost-races.js';
import { isUpload, Uploads } from './uploads.js';
import { rowMatches } from '../resource/conditions.js';
import { changesAsMember } from '../resource/members.js';
import { shownAs } from '../fields/pick.js';
import { fieldNames } from '../fields/fields.js';
import { isId } from '../fields/ids.js';
import { read, readInput } from '../fields/reader.js';
import { refuseLoaded } from './policies.js';
import type { Load, Route } from './routes.js';
import { LastingRequests } from '../concurrency/lasting-requests.js';

const MEBIBYTE = 2 ** 20;

/** Lasting requests about no record that run at a time in one process, for each resource. */
const LASTING_AT_ONCE = 2;

/**
 * What happens between the scope check and the answer, in a fixed order: the record of the path, the query, the body,
 * the precondition, the handler inside one unit of work, the answer. The guard calls `prepare`; `@Endpoint` wraps the
 * handler so that it runs through `context.answer`.
 */
@Injectable()
export class Pipeline {
  constructor(
    private readonly database: Database,
    private readonly idempotency: Idempotency,
    private readonly uploads: Uploads,
    private readonly lasting: LastingRequests,
  ) {}

  /** Before the handler's parameters are taken: the record, the query and the body. The guard's last step. */
  async prepare(route: Route, request: Request, context: RequestContext): Promise<void> {
    if (route.loads) await this.#load(route, request, context, false);
    await this.readQuery(route, request);
    /** The text that tells this body from others. */
    let text = await this.readBody(route, request);
    context.answer = async (handler, args) => {
      try {
        if (!route.writes) {
          const result = await handler(args);
          if (route.loads?.options.byItsRows) await this.#refuseUnknown(route.loads, context, result as Page<object>);
          return this.#answer(route, request, result);
        }
        const key = route.method === 'POST' ? this.idempotency.keyOf(request, text) : null;
        // It may be large, and need not be kept while the request waits for its lease.
        text = '';
        const write = (waited: boolean) => this.#write(route, request, context, key, handler, args, waited);
        return await (route.endpoint!.lasting ? this.#leased(route, context, write) : write(false));
      } finally {
        await this.release(request);
      }
    };
  }

  /** Checks the query, where the route declares one. */
  async readQuery({ query: declared }: Route, request: Request): Promise<void> {
    if (!declared) return;
    refuseBadText(request.query, '');
    const query = await readInput(declared, request.query, { text: true, strict: isStrict(request) });
    // Express computes the query anew at every look; from here on it is the checked one.
    Object.defineProperty(request, 'query', { value: query });
  }

  /** Reads the body, where the handler takes it, and checks it, where a class declares it. Answers its text. */
  async readBody({ body, takesBody, endpoint }: Route, request: Request): Promise<string> {
    if (!takesBody) return '';
    const strict = isStrict(request);
    if (isUpload(body)) {
      const { upload, text } = await this.uploads.receive(body, request, strict);
      request.body = upload;
      return text;
    }
    const { bodyLimit = MEBIBYTE, dialect } = endpoint ?? {};
    const { value, text } = await readJson(request, bodyLimit, dialect?.mediaType);
    request.body = dialect || !body ? value : await readInput(body, value, { strict });
    return text;
  }

  /** Lets go of what a prepared request holds; for one that comes to no handler. */
  async release({ body }: Request): Promise<void> {
    if (body instanceof Upload) await this.uploads.discard(body);
  }

  #leased(
    route: Route,
    { record, workspaceId }: RequestContext,
    write: (waited: boolean) => Promise<Reply>,
  ): Promise<Reply> {
    const within = record ? { [(record as RecordEntity).id]: 1 } : { [route.endpoint!.resource.type]: LASTING_AT_ONCE };
    return this.lasting.run(write, { key: workspaceId, within });
  }

  /** `waited`: the record was loaded a while ago, so it is worth a lock from the first attempt on. */
  async #write(
    route: Route,
    request: Request,
    context: RequestContext,
    key: IdempotencyKey | null,
    handler: (args: unknown[]) => unknown,
    args: unknown[],
    waited: boolean,
  ): Promise<Reply> {
    const { record: loaded, parent: loadedParent } = context;
    return untilWon(async (again) => {
      const unit = (context.unitOfWork = new UnitOfWork(this.database, waited || again));
      try {
        if (unit.pessimistic) await this.#load(route, request, context, true);
        const current = args.map((arg) =>
          arg === loaded ? context.record : arg === loadedParent ? context.parent : arg,
        );
        const answer = async () => {
          this.#checkPrecondition(request, context.record, route.endpoint!.dialect !== undefined);
          if (context.record) route.loads!.store.refusePlaceholder(context.record as RecordEntity);
          return this.#answer(route, request, await handler(current));
        };
        const reply = key ? await this.idempotency.once(key, unit, request, answer) : await answer();
        await unit.commit();
        return reply;
      } catch (error) {
        await unit.rollback();
        throw error;
      } finally {
        context.unitOfWork = null;
      }
    });
  }

  /** Loads the records that the path names, the parent first. */
  async #load(route: Route, request: Request, context: RequestContext, lock: boolean): Promise<void> {
    const { loads, parent } = route;
    if (!loads) return;
    if (parent) context.parent = await this.#loadOne(parent, route, request, context, lock);
    const record = await this.#loadOne(loads, route, request, context, lock);
    const { noun, parent: link } = loads.store.resource;
    if (parent && record && (record as unknown as Row)[link!.column] !== (context.parent as RecordEntity).id)
      throw notFound(`There is no ${noun} ${record.id}.`);
    context.record = record;
  }

  async #loadOne(
    load: Load,
    route: Route,
    request: Request,
    context: RequestContext,
    lock: boolean,
  ): Promise<RecordEntity | null> {
    const { store } = load;
    const { endpoint, writes } = route;
    const { credential } = context;
    const { resource } = store;
    const name = String(request.params[load.param!]);
    if (this.#knownByItsRows(name, load, context)) return { id: name } as RecordEntity;
    const record = await this.#named(load, route, request, lock);
    if (!record) return null;
    refuseLoaded(route, load, context, record);
    const child = endpoint!.resource === resource ? null : endpoint!.resource;
    if (writes ? child?.parent?.addedBy === 'viewers' : child?.parent?.seenBy !== 'writers') return record;
    const rule = credential && resource.writable?.(credential);
    if (!rule || rowMatches(rule, record)) return record;
    if (writes && (await changesAsMember(endpoint!.resource, record, this.database))) return record;
    throw forbidden(
      writes
        ? `You don't have permission to change ${load.param === null ? 'these' : 'this'} ${resource.noun}.`
        : `Only users who may change the ${resource.noun} can see a ${child!.noun} of it.`,
    );
  }

  /** Whether all that is asked about the record of the path is whether it is there. */
  #knownByItsRows(name: string, { options, store: { resource } }: Load, { restrictions }: RequestContext): boolean {
    if (!options.byItsRows || restrictions || resource.visible || resource.trash) return false;
    return isId(resource.idPrefix, name);
  }

  /** 404 where a page that tells by its rows whether their record is there has none. */
  async #refuseUnknown({ store }: Load, { record }: RequestContext, { data }: Page<object>): Promise<void> {
    if (!data.length) await store.load((record as RecordEntity).id);
  }

  async #named(load: Load, route: Route, request: Request, lock: boolean): Promise<RecordEntity | null> {
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

  #checkPrecondition(request: Request, record: object | null, weak: boolean): void {
    const wanted = request.headers['if-match'];
    if (wanted === undefined || !record) return;
    const { revision } = record as Partial<RecordEntity>;
    if (wanted.trim() !== '*' && !listsTag(wanted.replace(/\.[^",.]*"/g, '"'), `"${revision}"`, weak)) {
      throw new ApiError(412, 'The record has changed: its ETag is not the one in If-Match. Get it again.');
    }
  }

  #answer(route: Route, request: Request, result: unknown): Reply {
    const { returns, page, deprecated } = route.endpoint!;
    const status = route.loads?.options.by && route.writes && !currentContext().record ? 201 : route.status;
    const headers: Record<string, string> = {};
    if (deprecated) {
      headers.Deprecation = `@${Math.floor(deprecated.since.getTime() / 1000)}`;
      headers.Sunset = deprecated.sunset.toUTCString();
      headers.Link = `<${deprecated.link}>; rel="deprecation"`;
    }
    if (result instanceof Reply) return result.with(headers);
    if (!returns || result === undefined) return new Reply(status, headers, '');
    if (page) {
      const { data, meta } = result as { data: object[]; meta: object };
      return new Reply(
        route.status,
        headers,
        JSON.stringify({ data: data.map((item) => shownAs(returns, item)), meta }),
      );
    }
    const body = JSON.stringify(shownAs(returns, result as object));
    const { revision } = result as Partial<RecordEntity>;
    if (route.tagged || (route.writes && revision !== undefined)) {
      headers.ETag = etagOf(revision, body);
      const known = route.tagged && listsTag(plainTags(request.headers['if-none-match']), headers.ETag, true);
      if (known) return new Reply(304, headers, body);
    }
    if (status === 201) headers.Location = locationOf(route, request.path, result as Partial<RecordEntity>);
    return new Reply(status, headers, body);
  }
}

const isStrict = ({ headers }: Request) => /(^|[,;\s])handling=strict/i.test(headers.prefer?.toString() ?? '');

/**
 * The revision, where there is one, which `If-Match` compares, and a digest of what is shown: views have parts that change
 * without a new revision (groups of a user, names of attachments, last use), and a strong tag is that of the bytes (RFC 9110,
 * 8.8.1).
 */
const etagOf = (revision: number | undefined, body: string): string =>
  `"${revision === undefined ? '' : `${revision}.`}${hash('sha256', body, 'base64url').slice(0, 16)}"`;

/** The key of a path, checked and normalised as the field that it is. */
function keyIn(params: Request['params'], param: string, key: new () => object): object {
  const [field] = fieldNames(key);
  refuseBadText({ [field!]: params[param] }, '');
  const values = read(key, { [field!]: params[param] }) as Row;
  return { [param]: values[field!] };
}

/** Where a new record is: where its id alone names it, else in the list posted to. */
const locationOf = ({ shows }: Route, path: string, { id }: Partial<RecordEntity>): string =>
  `${shows ?? path.replace(/\/$/, '')}/${id}`;

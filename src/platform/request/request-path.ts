import type { RecordEntity } from '../resource/record.entity.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { ApiError, conflict, forbidden, invalidField, lacksScope } from '../errors/api-error.js';
import { asVisitor, currentContext } from '../context/request-context.js';
import type { Exchange } from './exchange.js';
import type { IdempotencyKey } from './idempotency.js';
import { isConflict, retryOnConflict } from './retry-on-conflict.js';
import { ANY_ORIGIN_HEADERS } from './origins.js';
import { refuseInBatch, refuseOwnDryRun } from './batches.js';
import { dryRunReply, tookTooLong, wantsDryRun, whyNoDryRun } from './dry-run.js';
import { identify, REVOKED_WITHIN } from './identify.js';
import { chargeForm, limit, limitVisits } from './limits.js';
import { loadRecords, refuseUnknownParent } from './path-records.js';
import { refusePath, refuseRoute } from './policies.js';
import { readBody, readQuery } from './read-input.js';
import { requireRecentProof } from './recent-proof.js';
import { listsTag, Reply } from './reply.js';
import { reviewed } from './reviewed.js';
import { replyOf } from './reply-of.js';
import { FormUpload, StoredBody } from './upload.js';
import { inSpan } from '../tracing/tracing.js';

/** The handler of a route with the arguments that Nest's pipes made. */
export interface Call {
  handler: (...args: unknown[]) => unknown;
  self: object | null;
  args: unknown[];
}

/**
 * The steps of every request, in the order of D-API-2a. Each step acts on what the route declares and skips routes that do not
 * declare it. The router has matched path and method before.
 *
 * Run by Nest's guard. Guards, interceptors and pipes of the application follow.
 */
async function takeSteps(exchange: Exchange): Promise<void> {
  allowOrigin(exchange);
  await inSpan({ name: 'identify' }, () => identify(exchange));
  await inSpan({ name: 'limit' }, () => limit(exchange));
  await inSpan({ name: 'authorise' }, () => authorise(exchange));
  await inSpan({ name: 'load' }, () => load(exchange));
  prove(exchange);
  await inSpan({ name: 'limit visits' }, () => limitVisits(exchange));
  await inSpan({ name: 'read' }, () => read(exchange));
  await inSpan({ name: 'authorise again' }, () => authoriseAgain(exchange));
}

/** Run by `@Endpoint`, in one unit of work for a route that writes. Nest sends the response afterwards. */
async function takeLastSteps(exchange: Exchange, call: Call): Promise<Reply> {
  checkPrecondition(exchange);
  await inSpan({ name: 'handler' }, () => run(exchange, call));
  await inSpan({ name: 'include' }, () => include(exchange));
  return answer(exchange);
}

/** Takes a request up to its handler. */
export async function admit(exchange: Exchange): Promise<void> {
  try {
    refuseInBatch(exchange);
    await takeSteps(exchange);
  } catch (error) {
    await release(exchange);
    throw error;
  }
}

/** Runs the handler of an admitted request and makes the answer. */
export async function respond(exchange: Exchange, call: Call): Promise<Reply> {
  const { route, context } = exchange;
  exchange.entered = true;
  try {
    if (!route.writes || isInParts(exchange)) return await takeLastSteps(exchange, call);
    if (context.joined) return await join(exchange, call, context.joined);
    if (route.endpoint) {
      const writes = () => write(exchange, call);
      return await (context.restrictions?.mayAsk ? reviewed(exchange, keyOf(exchange), writes) : writes());
    }
    return await asVisitor(context.workspaceId, () => write(exchange, call));
  } finally {
    await release(exchange);
  }
}

async function write(exchange: Exchange, call: Call): Promise<Reply> {
  exchange.key = exchange.context.tried ? null : keyOf(exchange);
  // Freed, because it may be large and is not needed while waiting for a lease.
  exchange.fingerprint = '';
  return await (exchange.route.endpoint?.lasting ? whenItsTurnComes(exchange, call) : transact(exchange, call, false));
}

/** Whether the parts of the request have units of work and keys of their own. 400 for a key that is none. */
function isInParts(exchange: Exchange): boolean {
  const { route, request } = exchange;
  return route.endpoint?.inParts?.(request.body) === true && (keyOf(exchange), true);
}

/** The `Idempotency-Key`, if any. Visitors are identified by the body. */
function keyOf({ route, request, fingerprint, services: { idempotency } }: Exchange): IdempotencyKey | null {
  if (route.method !== 'POST') return null;
  if (route.endpoint) return idempotency.keyOf(request, fingerprint);
  const sender = request.body instanceof FormUpload ? request.body.sender() : null;
  return sender === null ? null : idempotency.visitorKeyOf(request, sender, fingerprint);
}

/** Concurrent lasting requests without a record, per process and resource. */
const MAX_LASTING = 2;

/** Sets CORS headers, also for errors. */
function allowOrigin({ route, response }: Exchange): void {
  if (route.open?.anyOrigin) for (const [name, value] of ANY_ORIGIN_HEADERS) response.setHeader(name, value);
}

/** 403 if the scope or the operator role is missing, or a policy denies the route or a loaded record. */
async function authorise({ route, context, services }: Exchange): Promise<void> {
  if (!route.endpoint) return;
  const { workspace_id, principals, scopes, isOperator } = context.credential!;
  if (route.scope && !scopes.has(route.scope)) throw lacksScope(route.scope);
  if (route.endpoint.resource.forOperators && !isOperator)
    throw forbidden('Only operators have access. An operator is appointed on the command line: user grant-operator.');
  await services.guardrails.apply(workspace_id, principals);
  refuseRoute(route, context);
}

/** Loads the records that the path names: 404, or 403 for one that the caller may see and not change. */
async function load(exchange: Exchange): Promise<void> {
  await loadRecords(exchange, false);
}

/** 401 if the route needs a recent proof of identity and the last one is older. */
function prove({ route }: Exchange): void {
  if (route.endpoint?.recentProof === true) requireRecentProof();
}

/** Reads and validates query and body: 413, 400, and 429 for too many uploads by visitors. */
async function read(exchange: Exchange): Promise<void> {
  const { route, request, context } = exchange;
  // Pages such as the sign-in write in transactions of their own, which no dry run undoes.
  const writes = route.writes || (!route.endpoint && route.method !== 'GET');
  if (writes && wantsDryRun(request)) {
    const reason = whyNoDryRun(route);
    if (reason) throw invalidField('Prefer', 'invalid_value', `This has no dry run, because ${reason}.`);
    refuseOwnDryRun(context);
    context.tried = [];
  }
  await readQuery(exchange);
  const announced = Number(request.headers['content-length'] ?? 0);
  await chargeForm(exchange, announced);
  exchange.fingerprint = await readBody(exchange);
  if (route.endpoint?.dryRun?.(request.body)) context.tried ??= [];
  if (!announced && request.body instanceof FormUpload)
    await chargeForm(
      exchange,
      [...request.body.files.values()].reduce((sum, file) => sum + file.size_bytes, 0),
    );
}

/**
 * Authorisation is checked again after the body has been read, because reading can take minutes. A policy may also deny a record
 * that the body names.
 */
async function authoriseAgain(exchange: Exchange): Promise<void> {
  const { route, request, context, services } = exchange;
  if (!route.endpoint) return;
  if (services.clock.now() - exchange.began >= REVOKED_WITHIN) {
    await identify(exchange);
    await authorise(exchange);
    await refusePath(route, context);
  }
  if (route.body) await services.policies.refuseNamed(request.body, context.record);
}

/** 412 if the ETag of the record does not match `If-Match`, on routes that write. */
function checkPrecondition({ route, request, context: { record } }: Exchange): void {
  if (!route.endpoint || !route.writes || !record) return;
  const wanted = request.headers['if-match'];
  const { revision } = record as Partial<RecordEntity>;
  const isWeak = route.endpoint.dialect !== undefined;
  if (
    wanted !== undefined &&
    wanted.trim() !== '*' &&
    !listsTag(wanted.replace(/\.[^",.]*"/g, '"'), `"${revision}"`, isWeak)
  )
    throw new ApiError(412, 'The record has changed: its ETag is not the one in If-Match. Get it again.');
  route.loads!.store.refuseFixed(record as RecordEntity);
}

/** Runs the handler, which checks business rules: 409 and others. */
async function run(exchange: Exchange, { handler, self, args }: Call): Promise<void> {
  exchange.result = await handler.apply(self, args);
  await refuseUnknownParent(exchange);
}

/** Reads the records that `include` asks for. */
async function include(exchange: Exchange): Promise<void> {
  const { route, context, result, services } = exchange;
  const { relations = [] } = context.selection ?? {};
  if (!relations.length || result instanceof Reply) return;
  const { page, resource } = route.endpoint!;
  const records = page ? (result as { data: object[] }).data : [result as object];
  const viewOf = (type: string) => services.routes.viewOf(type);
  exchange.included = await services.inclusions.of(resource.app, records, relations, viewOf);
}

function answer(exchange: Exchange): Reply {
  return replyOf(exchange);
}

/** Runs an operation of a batch in the unit of work of the batch, which commits it or rolls it back. */
async function join(exchange: Exchange, call: Call, unit: UnitOfWork): Promise<Reply> {
  try {
    const reply = await takeLastSteps(exchange, await lockedFirst(exchange, call, unit));
    // Errors of a deferred change belong to this operation.
    await unit.open();
    return reply;
  } catch (error) {
    if (!isConflict(error)) throw error;
    exchange.context.batch!.failed!.conflict = error;
    throw conflict('Other requests changed the record at the same time. Try again.');
  }
}

/** The call with the records of the path as they are now, locked if an earlier attempt lost a race. */
async function lockedFirst(exchange: Exchange, call: Call, { pessimistic }: UnitOfWork): Promise<Call> {
  if (!pessimistic) return call;
  const { context } = exchange;
  const { record, parent } = context;
  await loadRecords(exchange, true);
  const now = (arg: unknown) => (arg === record ? context.record : arg === parent ? context.parent : arg);
  return { ...call, args: call.args.map(now) };
}

/** Takes a lease before the transaction (`EndpointOptions.lasting`). */
function whenItsTurnComes(exchange: Exchange, call: Call): Promise<Reply> {
  const { record, workspaceId } = exchange.context;
  const { type } = exchange.route.endpoint!.resource;
  const within = record ? { [(record as RecordEntity).id]: 1 } : { [type]: MAX_LASTING };
  const work = (waited: boolean) => transact(exchange, call, waited);
  return exchange.services.lasting.run(work, { key: workspaceId, within });
}

/**
 * Runs the request in one unit of work; on a conflict, runs it again on the new state. `waited`: the record was loaded a while
 * ago, so it is locked from the first attempt on.
 */
async function transact(exchange: Exchange, call: Call, waited: boolean): Promise<Reply> {
  const { context, key, request, services } = exchange;
  const { record: loaded, parent: loadedParent } = context;
  // On a public route this is the context of the visitor.
  const acting = currentContext();
  async function attempt(again: boolean): Promise<Reply> {
    const unit = (acting.unitOfWork = new UnitOfWork(services.database, waited || again, !!context.tried));
    if (request.body instanceof StoredBody) request.body.kept = false;
    if (context.tried) context.tried = [];
    try {
      Object.assign(context, { record: loaded, parent: loadedParent });
      const locked = await lockedFirst(exchange, call, unit);
      const work = () => takeLastSteps(exchange, locked);
      const reply = key ? await services.idempotency.once(key, unit, request, work) : await work();
      if (!context.tried) {
        await unit.commit();
        return reply;
      }
      // Errors of a deferred change surface here.
      await unit.open();
      const answer = await dryRunReply(reply, context.tried, services.access, context.reviewing);
      await unit.rollback();
      return answer;
    } catch (error) {
      const { isLate } = unit;
      await unit.rollback();
      throw isLate && !(error instanceof ApiError) ? tookTooLong() : error;
    } finally {
      acting.unitOfWork = null;
    }
  }
  return retryOnConflict(attempt);
}

/** Deletes uploaded files that the handler did not keep. */
async function release({ request, services }: Exchange): Promise<void> {
  if (request.body instanceof StoredBody) await services.uploads.discard(request.body);
}

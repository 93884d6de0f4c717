import type { RecordEntity } from '../resource/record.entity.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { ApiError, forbidden, lacksScope, unauthorized } from '../errors/api-error.js';
import { asVisitor, currentContext, RequestContext, runInContext } from '../context/request-context.js';
import { sendsCredential, TwoCredentials } from '../security/authentication.js';
import { type Credential, refusalOf } from '../security/credential.js';
import { networkOf } from '../security/network.js';
import type { Exchange } from './exchange.js';
import type { IdempotencyKey } from './idempotency.js';
import { retryOnConflict } from './retry-on-conflict.js';
import { ANY_ORIGIN_HEADERS } from './origins.js';
import { isForm } from './multipart.js';
import { loadRecords, refuseUnknownParent } from './path-records.js';
import { refuseRoute } from './policies.js';
import { readBody, readQuery } from './read-input.js';
import { requireRecentProof } from './recent-proof.js';
import { listsTag, type Reply } from './reply.js';
import { replyOf } from './reply-of.js';
import type { Route } from './routes.js';
import { FormUpload, StoredBody } from './upload.js';

/** The handler of a route with the arguments that Nest's pipes made. */
export interface Call {
  handler: (...args: unknown[]) => unknown;
  self: object | null;
  args: unknown[];
}

/**
 * A request is these steps, in the order of D-API-2a, for every route. Each step looks at what the route declares, and does
 * nothing for a route that does not declare it. The router has found the path and the method before.
 *
 * Nest's guard runs these. Guards, interceptors and pipes of the application follow.
 */
async function takeSteps(exchange: Exchange): Promise<void> {
  allowOrigin(exchange);
  await identify(exchange);
  await limit(exchange);
  await authorise(exchange);
  await load(exchange);
  prove(exchange);
  await limitVisits(exchange);
  await read(exchange);
  await authoriseAgain(exchange);
}

/** `@Endpoint` runs these, in one unit of work for a route that writes. Then Nest sends the answer. */
async function takeLastSteps(exchange: Exchange, call: Call): Promise<Reply> {
  checkPrecondition(exchange);
  await run(exchange, call);
  return answer(exchange);
}

/** Takes a request up to its handler. */
export async function admit(exchange: Exchange): Promise<void> {
  try {
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
    if (!route.writes) return await takeLastSteps(exchange, call);
    if (route.endpoint) return await write(exchange, call);
    return await asVisitor(context.workspaceId, () => write(exchange, call));
  } finally {
    await release(exchange);
  }
}

async function write(exchange: Exchange, call: Call): Promise<Reply> {
  exchange.key = keyOf(exchange);
  // It may be large, and need not be kept while the request waits for its lease.
  exchange.fingerprint = '';
  return await (exchange.route.endpoint?.lasting ? whenItsTurnComes(exchange, call) : transact(exchange, call, false));
}

/** The `Idempotency-Key`, if any. Of visitors only the body says who they are. */
function keyOf({ route, request, fingerprint, services: { idempotency } }: Exchange): IdempotencyKey | null {
  if (route.method !== 'POST') return null;
  if (route.endpoint) return idempotency.keyOf(request, fingerprint);
  const sender = request.body instanceof FormUpload ? request.body.sender() : null;
  return sender === null ? null : idempotency.visitorKeyOf(request, sender, fingerprint);
}

/** Milliseconds after which a revoked credential is refused although it was good when the request began. */
const REVOKED_WITHIN = 1_000;

/** Lasting requests about no record that run at a time in one process, for each resource. */
const LASTING_AT_ONCE = 2;

/** Lets a page of any origin read the answer, also a refusal. */
function allowOrigin({ route, response }: Exchange): void {
  if (route.open?.anyOrigin) for (const [name, value] of ANY_ORIGIN_HEADERS) response.setHeader(name, value);
}

/** Finds out whose request it is, or 401. Public routes look only where they declare it, and a credential was sent. */
async function identify(exchange: Exchange): Promise<void> {
  const { route, request, context, services } = exchange;
  if (!route.endpoint && !(route.open!.credential && sendsCredential(request))) return;
  const credential = await credentialOf(exchange);
  if (route.endpoint) {
    context.credential = credential;
    context.workspaceId = credential.workspace_id;
    context.actor = credential.actor;
  } else exchange.visitor = credential;
  const refusal = refusalOf(credential, services.clock.now());
  if (refusal === null) return;
  // Its 401s are noted in the audit trail, so they are bounded too.
  await services.limits.spend(credential.id, null);
  throw unauthorized(refusal);
}

/** Takes the request out of the budgets of its credential, workspace and app, or of its network address: 429. */
async function limit(exchange: Exchange): Promise<void> {
  const { route, context, response, visitor, services } = exchange;
  if (route.endpoint) {
    const { caller, credential, workspaceId } = context;
    // A request inside another one has been counted with that one.
    if (!caller) await services.limits.spend(credential!.id, response);
    if (route.endpoint.heavy) await services.limits.spendHeavy(credential!.id, response);
    if (!caller) await services.limits.spendOfWorkspace(workspaceId);
    // The route that a tool runs is a write, the message that asks for it is not.
    if (credential!.app && !route.asks.includes('read'))
      await services.limits.spendWriteOfApp(credential!.app.client_id);
  } else if (!mayWrite(visitor, route)) await charge(exchange, 'address', networkOf(context.ip));
}

/** 403 where the scope or the role of an operator is missing, or where a policy denies the route or a record that is loaded. */
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

/** 401 where the route needs a recent proof of identity, and the user's is older. */
function prove({ route }: Exchange): void {
  if (route.endpoint?.recentProof === true) requireRecentProof();
}

/** Takes a visit out of the budget of its record, or of a credential that may write in the workspace of the record: 429. */
async function limitVisits(exchange: Exchange): Promise<void> {
  const { route, context, response, visitor, services } = exchange;
  if (route.endpoint || !route.loads) return;
  if (paysItself(exchange)) {
    context.actor = visitor!.actor;
    return await services.limits.spend(visitor!.id, response);
  }
  if (mayWrite(visitor, route)) await charge(exchange, 'address', networkOf(context.ip));
  await charge(exchange, 'record', (context.record as RecordEntity).id);
}

/** Reads and checks the query and the body: 413, 400, and 429 where visitors have sent too many files. */
async function read(exchange: Exchange): Promise<void> {
  const { request } = exchange;
  await readQuery(exchange);
  const announced = Number(request.headers['content-length'] ?? 0);
  await chargeForm(exchange, announced);
  exchange.fingerprint = await readBody(exchange);
  if (!announced && request.body instanceof FormUpload)
    await chargeForm(
      exchange,
      [...request.body.files.values()].reduce((sum, file) => sum + file.size_bytes, 0),
    );
}

/** Takes the form of a visitor out of the budgets that count bytes. */
async function chargeForm(exchange: Exchange, bytes: number): Promise<void> {
  const { route, request, context, response, services } = exchange;
  if (route.endpoint || !bytes || !isForm(request) || paysItself(exchange)) return;
  for (const budget of route.open!.budgets ?? [])
    if (budget !== 'address' && budget.unit)
      await services.limits.charge(budget, (context.record as RecordEntity).id, response, Math.ceil(bytes / 1024));
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
  }
  const { restrictions, workspaceId, record } = context;
  if (restrictions && route.body) await services.policies.refuseNamed(restrictions, workspaceId, request.body, record);
}

/** 412 where the record has another tag than `If-Match` asks for, on a route that writes. */
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

/** Runs the handler, which knows the rules about the state of the record: 409 and others. */
async function run(exchange: Exchange, { handler, self, args }: Call): Promise<void> {
  exchange.result = await handler.apply(self, args);
  await refuseUnknownParent(exchange);
}

/** Makes the answer of the handler's result. */
function answer(exchange: Exchange): Reply {
  return replyOf(exchange);
}

/** Waits for a lease before the transaction begins (`EndpointOptions.lasting`). */
function whenItsTurnComes(exchange: Exchange, call: Call): Promise<Reply> {
  const { record, workspaceId } = exchange.context;
  const { type } = exchange.route.endpoint!.resource;
  const within = record ? { [(record as RecordEntity).id]: 1 } : { [type]: LASTING_AT_ONCE };
  const work = (waited: boolean) => transact(exchange, call, waited);
  return exchange.services.lasting.run(work, { key: workspaceId, within });
}

/**
 * Executes in one unit of work, and again on the state that others left where they were faster. `waited`: the record was loaded
 * a while ago, so it is worth a lock from the first attempt on.
 */
async function transact(exchange: Exchange, call: Call, waited: boolean): Promise<Reply> {
  const { context, key, request, services } = exchange;
  const { record: loaded, parent: loadedParent } = context;
  // That of the visitor, on a public route.
  const acting = currentContext();
  async function attempt(again: boolean): Promise<Reply> {
    const unit = (acting.unitOfWork = new UnitOfWork(services.database, waited || again));
    if (request.body instanceof StoredBody) request.body.kept = false;
    try {
      if (unit.pessimistic) await loadRecords(exchange, true);
      const args = call.args.map((arg) =>
        arg === loaded ? context.record : arg === loadedParent ? context.parent : arg,
      );
      const work = () => takeLastSteps(exchange, { ...call, args });
      const reply = key ? await services.idempotency.once(key, unit, request, work) : await work();
      await unit.commit();
      return reply;
    } catch (error) {
      await unit.rollback();
      throw error;
    } finally {
      acting.unitOfWork = null;
    }
  }
  return retryOnConflict(attempt);
}

/** Lets go of what the body left behind: files that the handler did not keep. */
async function release({ request, services }: Exchange): Promise<void> {
  if (request.body instanceof StoredBody) await services.uploads.discard(request.body);
}

/** Whether a credential that came with a visit has the scope by which it pays itself. */
const mayWrite = (visitor: Credential | null, { open }: Route): boolean =>
  visitor !== null && visitor.scopes.has(open!.credential!);

/** Whether the credential of a visit may write in the workspace of the record, so that its own budget counts. */
const paysItself = ({ visitor, route, context: { record } }: Exchange): boolean =>
  mayWrite(visitor, route) && visitor!.workspace_id === (record as RecordEntity | null)?.workspace_id;

async function charge({ route, response, services }: Exchange, per: 'address' | 'record', key: string): Promise<void> {
  for (const budget of route.open!.budgets ?? [])
    if (!(budget !== 'address' && budget.unit) && per === (budget === 'address' ? budget : budget.per))
      await services.limits.charge(budget, key, response);
}

async function credentialOf(exchange: Exchange): Promise<Credential> {
  try {
    return await exchange.services.authentication.identify(exchange.context.caller ?? exchange.request);
  } catch (error) {
    if (error instanceof TwoCredentials) await noteBoth(error, exchange);
    throw error;
  }
}

/** Has the refusal noted in the workspace of each credential, or once where they share it: in the name of the first. */
async function noteBoth(error: TwoCredentials, { request, context, services }: Exchange): Promise<void> {
  for (const { id } of error.genuine) await services.limits.spend(id, null);
  const [first, second] = error.genuine;
  if (!first) return;
  Object.assign(context, { workspaceId: first.workspace_id, actor: first.actor });
  if (!second || second.workspace_id === first.workspace_id) return;
  const { requestId, ip, userAgent, route } = context;
  const other = new RequestContext(requestId, ip, userAgent);
  Object.assign(other, { workspaceId: second.workspace_id, actor: second.actor, route });
  await runInContext(other, () => services.audit.refused(error, request));
}

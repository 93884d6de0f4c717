import { RequestContext, runInContext } from '../context/request-context.js';
import { unauthorized } from '../errors/api-error.js';
import { sendsCredential, TwoCredentials } from '../security/authentication.js';
import { type Credential, refusalOf } from '../security/credential.js';
import type { Exchange } from './exchange.js';

/** A credential revoked during the request is refused after this many milliseconds. */
export const REVOKED_WITHIN = 1_000;

/** Authenticates the request, or 401. Public routes do so only if they declare it and a credential was sent. */
export async function identify(exchange: Exchange): Promise<void> {
  const { route, request, context, services } = exchange;
  if (!route.endpoint && !(route.open!.credential && sendsCredential(request))) return;
  const credential = context.actsAs ?? knownFromBatch(exchange) ?? (await credentialOf(exchange));
  if (route.endpoint) {
    context.credential = credential;
    context.workspaceId = credential.workspace_id;
    context.actor = credential.actor;
  } else exchange.visitor = credential;
  const refusal = refusalOf(credential, services.clock.now());
  if (refusal === null) return route.endpoint ? services.database.refuseMoved(credential.workspace_id) : undefined;
  // Rate-limited, because its 401s are recorded in the audit trail.
  await services.limits.spend(credential.id, null);
  throw unauthorized(refusal);
}

/** The credential of the batch, while it needs no second look. */
function knownFromBatch({ context, services }: Exchange): Credential | null {
  const { batch } = context;
  return batch && services.clock.now() - batch.exchange!.began < REVOKED_WITHIN ? batch.credential : null;
}

async function credentialOf(exchange: Exchange): Promise<Credential> {
  try {
    return await exchange.services.authentication.identify(exchange.context.caller ?? exchange.request);
  } catch (error) {
    if (error instanceof TwoCredentials) await noteBoth(error, exchange);
    throw error;
  }
}

/** Records the refusal in the workspaces of both credentials, or once if they share it. */
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

import type { RecordEntity } from '../resource/record.entity.js';
import type { Credential } from '../security/credential.js';
import { networkOf } from '../security/network.js';
import type { Exchange } from './exchange.js';
import { isForm } from './multipart.js';
import type { Route } from './routes.js';

/** Applies the rate limits of credential, workspace and app, or of the IP address: 429. */
export async function limit(exchange: Exchange): Promise<void> {
  const { route, context, response, visitor, services } = exchange;
  if (route.endpoint) {
    const { caller, batch, credential, workspaceId } = context;
    // Injected requests are counted with the outer one, but for operations of a batch.
    const counts = (!caller || batch) && !context.actsAs;
    if (counts) await services.limits.spend(credential!.id, response);
    if (route.endpoint.heavy && !context.actsAs) await services.limits.spendHeavy(credential!.id, response);
    if (counts) await services.limits.spendOfWorkspace(workspaceId);
    // For MCP tools the injected route counts as the write, not the message.
    if (credential!.app && !route.asks.includes('read') && !context.actsAs)
      await services.limits.spendWriteOfApp(credential!.app.client_id);
  } else if (!mayWrite(visitor, route)) await charge(exchange, 'address', networkOf(context.ip));
}

/** Applies the rate limit of the record, or of a credential that may write in its workspace: 429. */
export async function limitVisits(exchange: Exchange): Promise<void> {
  const { route, context, response, visitor, services } = exchange;
  if (route.endpoint || !route.loads) return;
  if (paysItself(exchange)) {
    context.actor = visitor!.actor;
    return await services.limits.spend(visitor!.id, response);
  }
  if (mayWrite(visitor, route)) await charge(exchange, 'address', networkOf(context.ip));
  await charge(exchange, 'record', (context.record as RecordEntity).id);
}

/** Applies the rate limits that count bytes of forms. */
export async function chargeForm(exchange: Exchange, bytes: number): Promise<void> {
  const { route, request, context, response, services } = exchange;
  if (route.endpoint || !bytes || !isForm(request) || paysItself(exchange)) return;
  for (const budget of route.open!.budgets ?? [])
    if (budget !== 'address' && budget.unit)
      await services.limits.charge(budget, (context.record as RecordEntity).id, response, Math.ceil(bytes / 1024));
}

/** Whether the credential of a visitor has the scope declared by the route. */
const mayWrite = (visitor: Credential | null, { open }: Route): boolean =>
  visitor !== null && visitor.scopes.has(open!.credential!);

/** Whether the credential of a visitor may write in the workspace of the record, so that its own rate limit applies. */
const paysItself = ({ visitor, route, context: { record } }: Exchange): boolean =>
  mayWrite(visitor, route) && visitor!.workspace_id === (record as RecordEntity | null)?.workspace_id;

async function charge({ route, response, services }: Exchange, per: 'address' | 'record', key: string): Promise<void> {
  for (const budget of route.open!.budgets ?? [])
    if (!(budget !== 'address' && budget.unit) && per === (budget === 'address' ? budget : budget.per))
      await services.limits.charge(budget, key, response);
}

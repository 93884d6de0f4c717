import type { RequestContext } from '../context/request-context.js';
import { invalidField } from '../errors/api-error.js';
import { whyNoDryRun } from './dry-run.js';
import type { Exchange } from './exchange.js';
import type { Route } from './routes.js';
import { isFormUpload, isUpload } from './uploads.js';

/** 400 for an operation of a batch whose route cannot be one. */
export function refuseInBatch({ route, context }: Exchange): void {
  // An approved request is no operation of a batch, although it joins a unit of work.
  if (!context.batch || (context.actsAs && !context.batch.actsAs)) return;
  const reason = whyNotInBatch(route, context.joined !== null);
  if (reason)
    throw invalidField('path', 'invalid_value', `${route.method} ${route.path} cannot be in a batch: ${reason}.`);
}

/** 400 for an operation with a dry run of its own in a transaction that may be committed. */
export function refuseOwnDryRun({ joined }: RequestContext): void {
  if (joined)
    throw invalidField(
      'Prefer',
      'invalid_value',
      'An atomic batch is tried as a whole: send dry_run beside operations.',
    );
}

/** Why a route cannot be an operation of a batch; null: it can. `undone`: a later operation may undo it. */
function whyNotInBatch(route: Route, undone: boolean): string | null {
  const { endpoint, body, reads, method, writes } = route;
  if (!endpoint) return 'it needs no credential';
  if (endpoint.dialect) return 'its standard has its own';
  if (endpoint.injects) return 'it sends requests itself';
  if (isUpload(body) || isFormUpload(body) || !['json', 'nothing'].includes(reads)) return 'it takes files';
  if (method === 'GET' && !endpoint.returns) return 'its answer is no JSON';
  return undone && writes ? whyNoDryRun(route) : null;
}

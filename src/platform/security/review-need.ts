import { contextIfAny } from '../context/request-context.js';
import { ApiError, forbidden } from '../errors/api-error.js';

/** The type of requests that wait for approvals. Policies do not ask for approvals of approvals. */
export const REVIEWS = 'guard.review';

/** Ends the attempt of a request that turned out to need approvals. It is then tried as a dry run (see `respond`). */
class ReviewNeeded extends ApiError {
  constructor() {
    super(403, 'This needs an approval.');
  }
}

/** Notes that policies ask for approvals of the running request, or throws the 403 of a request that cannot wait for them. */
export function needReview(policies: readonly string[]): void {
  const context = contextIfAny();
  const { approved, exchange, joined } = context ?? {};
  if (approved) {
    const other = policies.find((id) => !approved.has(id));
    if (other) throw forbidden(`The policy ${other} asks for an approval that the request did not get.`);
    return;
  }
  if (!context || !exchange)
    throw forbidden(`The policy ${policies[0]} asks for an approval, and changes made here cannot wait for one.`);
  const whole = joined ? context.batch! : context;
  const { services } = exchange;
  const reason = services.reviews.whyNot(exchange) ?? (joined ? services.reviews.whyNot(whole.exchange!) : null);
  if (reason)
    throw forbidden(`The policy ${policies[0]} asks for an approval, and this cannot wait for one: ${reason}.`);
  for (const id of policies) whole.reviewing.add(id);
  // Before the handler and in a dry run all policies are collected.
  if (whole.exchange!.entered && !whole.tried) throw new ReviewNeeded();
}

/** A request that a policy lets wait for approvals. Nothing was changed; it runs once it is approved. */
export class Pending {
  constructor(
    /** `/v1/guard/reviews/{id}` shows the review. */
    readonly reviewId: string,
    /** Without its approvals it expires at this time (ISO 8601). */
    readonly expiresAt: string,
  ) {}
}

/**
 * Whether a request waits for approvals, instead of being done.
 *
 * @example
 * const deal = await suite.patch('/v1/sales/deals/{id}', { params: { path: { id } }, body: { value: 20_000 } });
 * if (isPending(deal)) console.log(`Waits for approval: ${deal.reviewId}`);
 */
export const isPending = (answer: unknown): answer is Pending => answer instanceof Pending;

/** Other routes answer 202 too, so the body tells. */
export function pendingOf(status: number, body: unknown): Pending | null {
  const { review_id, expires_at } = (body ?? {}) as { review_id?: unknown; expires_at?: unknown };
  return status === 202 && typeof review_id === 'string' ? new Pending(review_id, String(expires_at)) : null;
}

import { Injectable } from '@nestjs/common';
import {
  ApiError,
  conflict,
  currentContext,
  type Credential,
  type Holder,
  type InjectedAnswer,
  type InjectedRequest,
  Injection,
  Secrets,
  UnknownRoute,
  UserDirectory,
  type WrittenChange,
} from '../../platform/index.js';
import type { Review } from './review.entity.js';

/** What a review stores of its request, encrypted. */
export interface SealedRequest {
  body: string;
  ifMatch: string | null;
}

/** Looks at changes that have been made and may be taken back. */
type See = (written: readonly WrittenChange[]) => Promise<void>;

export type Outcome = Pick<Review, 'status' | 'reason'>;

const failed = (reason: string): Outcome => ({ status: 'failed', reason: reason.slice(0, 1_000) });

/** Runs an approved request, once, as whoever asked and in the unit of work of the last approval (D-REV-4). */
@Injectable()
export class Execution {
  constructor(
    private readonly injection: Injection,
    private readonly directory: UserDirectory,
    private readonly secrets: Secrets,
  ) {}

  /** `see` looks at the changes before they are kept; what it throws keeps nothing. Without `keep` it is a try. */
  async run(review: Review, approvedBy: readonly string[], see: See, { keep = true } = {}): Promise<Outcome> {
    const as = await this.#credentialOf(review);
    if (!as) return failed('Whoever asked has lost the access by which they asked.');
    const { body, ifMatch } = JSON.parse(this.secrets.decrypt(review.request!)) as SealedRequest;
    const context = currentContext();
    const unit = context.unitOfWork!;
    await unit.savepoint();
    Object.assign(context, { written: [], failed: { operation: 0, entry: null, conflict: null } });
    try {
      const answer = await this.#inject({
        method: review.method,
        url: review.path,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(ifMatch !== null && { 'if-match': ifMatch }),
        },
        body,
        approved: {
          as,
          policies: new Set(review.policies),
          // A try shows the changes of the request alone.
          also: keep
            ? { review: { from: null, to: review.id }, approved_by: { from: null, to: [...approvedBy] } }
            : null,
        },
      });
      // The approval is run again on the new state.
      if (context.failed!.conflict) throw context.failed!.conflict;
      if (answer.status >= 500) throw new ApiError(503, 'The request could not be run. Approve it again in a moment.');
      const reason =
        answer.status === 412 || (answer.status < 400 && this.#isStale(review))
          ? 'stale'
          : answer.status >= 400
            ? (JSON.parse(answer.body) as { error: { message: string } }).error.message
            : null;
      if (reason === null) await see(context.written!);
      if (reason === null && keep) await unit.releaseSavepoint();
      else await unit.rollbackToSavepoint();
      return reason === null ? { status: 'executed', reason } : failed(reason);
    } finally {
      Object.assign(context, { written: null, failed: null });
    }
  }

  /** 409 where no route takes the request: that of an extension that is not loaded may come back. */
  #inject(request: InjectedRequest): Promise<InjectedAnswer> {
    return this.injection.run(request).catch((error: unknown) => {
      if (!(error instanceof UnknownRoute)) throw error;
      throw conflict('No loaded extension has the route of this request. Approve it once it is loaded.');
    });
  }

  /** Whether a record that it changes was another one when the request was made. */
  #isStale({ seen }: Review): boolean {
    const first = new Map<string, number | null>();
    for (const { id, before } of currentContext().written!) if (!first.has(id)) first.set(id, before);
    return Object.entries(seen).some(([id, revision]) => first.get(id) !== revision);
  }

  /** With the rights of now. The proof of identity was given when the request was made. */
  async #credentialOf({ holder }: Review): Promise<Credential | null> {
    const credential = await this.directory.credentialOf(holder as unknown as Holder);
    return credential && { ...credential, proven_at: null };
  }
}

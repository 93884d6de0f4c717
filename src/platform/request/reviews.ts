import { Injectable } from '@nestjs/common';
import type { WrittenChange } from '../context/written-changes.js';
import { hasSecret } from '../fields/field-spec.js';
import { whyNoDryRun } from './dry-run.js';
import type { Exchange } from './exchange.js';
import type { Route } from './routes.js';

/** A request that policies ask about, and what it would change. */
export interface AskedRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** The body as it was sent; empty without one. */
  body: string;
  ifMatch: string | null;
  /** The record of the path. */
  recordId: string | null;
  policies: readonly string[];
  /** Those of them without whose approval the caller may go on. */
  spared: ReadonlySet<string>;
  changes: readonly WrittenChange[];
}

/** The policies whose approval can be left out, or the 403 of a request that nobody could approve. */
type Approvable = (policies: ReadonlySet<string>) => Promise<ReadonlySet<string>>;

/** Why requests of a route cannot wait for an approval; null: they can. */
export function whyNoReview(route: Route): string | null {
  const { endpoint, writes } = route;
  if (!endpoint) return 'nobody is behind it who could be told';
  if (!writes) return 'its answer is a file';
  const returns = endpoint.returns as (new () => object) | undefined;
  if (returns && hasSecret(returns)) return 'its answer shows a secret once';
  return whyNoDryRun(route);
}

/** Port of the platform for requests that wait for approvals; implemented by the app that owns the policies. */
@Injectable()
export class Reviews {
  #approvable: Approvable = async () => new Set();
  #store: (request: AskedRequest) => Promise<{ id: string; expires_at: string }> = async () => {
    throw new Error('Nothing stores reviews.');
  };

  /** Called once at startup. */
  answers(approvable: Approvable, store: (request: AskedRequest) => Promise<{ id: string; expires_at: string }>): void {
    this.#approvable = approvable;
    this.#store = store;
  }

  /** Why a request cannot wait for an approval; null: it can. */
  whyNot({ route, context }: Exchange): string | null {
    return context.credential ? whyNoReview(route) : 'nobody is behind it who could be told';
  }

  /** 403 if nobody could approve. Answers the policies without which the caller may go on. */
  approvable(policies: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    return this.#approvable(policies);
  }

  /** Stores the request, or finds the same one that waits. Needs a unit of work. */
  store(request: AskedRequest): Promise<{ id: string; expires_at: string }> {
    return this.#store(request);
  }
}

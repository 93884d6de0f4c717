import { Injectable } from '@nestjs/common';
import { contextIfAny } from '../context/request-context.js';
import { Clock } from '../database/clock.js';
import { Database } from '../database/database.js';
import { NotifiedCache } from '../database/notified-cache.js';
import { Notifications } from '../database/notifications.js';
import { type Denial, Denials } from './denials.js';
import { Restrictions } from './restrictions.js';

/** Principal of everybody, with or without a credential. */
export const ANYBODY = 'any';

/** A type exempt from denials for the current request, if any. */
type Spares = (denials: Denials, principals: readonly string[]) => Promise<string | null> | null;

/** The active policies that deny, and those that ask for approvals. */
interface ActiveRules {
  denials: readonly Denial[];
  reviews: readonly Denial[];
}

/**
 * Cache of the denying policies of every workspace; a change takes effect in every process within a second (D-GRD-6). The app
 * that owns the policies provides them.
 */
@Injectable()
export class Guardrails {
  readonly #cache: NotifiedCache<{ denials: Denials; reviews: Denials | null }>;
  #load: (workspaceId: string) => Promise<ActiveRules> = async () => ({ denials: [], reviews: [] });
  #spares: Spares = () => null;

  constructor(database: Database, notifications: Notifications, clock: Clock) {
    this.#cache = new NotifiedCache(database, notifications, clock, 'suite_policies');
  }

  /** Called once at startup by the app that owns the policies. `load` reads the denying active ones. */
  answers(load: (workspaceId: string) => Promise<ActiveRules>, spares: Spares): void {
    this.#load = load;
    this.#spares = spares;
  }

  /** Denials for a caller, or null if the workspace has none. */
  async of(workspaceId: string, principals: readonly string[]): Promise<Restrictions | null> {
    const rules = await this.#cache.get(workspaceId, async () => {
      const { denials, reviews } = await this.#load(workspaceId);
      const value = { denials: new Denials(denials), reviews: reviews.length ? new Denials(reviews) : null };
      return { value, about: [workspaceId] };
    });
    const { denials, reviews } = rules!;
    if (denials.empty && !reviews) return null;
    return new Restrictions(denials, principals, await this.#spares(denials, principals), reviews);
  }

  /** Applies the denials to the rest of the request, for requests without a credential (principal `any`). */
  async apply(workspaceId: string, principals: readonly string[] = [ANYBODY]): Promise<Restrictions | null> {
    const restrictions = await this.of(workspaceId, principals);
    const context = contextIfAny();
    if (context) context.restrictions = restrictions;
    return restrictions;
  }

  /** Invalidates the cache of a workspace in every process, when the current unit of work commits. */
  forget(workspaceId: string): Promise<void> {
    return this.#cache.forget(workspaceId);
  }
}

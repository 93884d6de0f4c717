import { Injectable } from '@nestjs/common';
import { contextIfAny } from '../context/request-context.js';
import { Database } from '../database/database.js';
import { NotifiedCache } from '../database/notified-cache.js';
import { Notifications } from '../database/notifications.js';
import { type Denial, Denials, Restrictions } from './denials.js';

/** The principal that everybody is, with a credential or without. */
export const ANYBODY = 'any';

/** The type of records of which the running request is denied nothing after all, if there is one. */
type Spares = (denials: Denials, principals: readonly string[]) => Promise<string | null> | null;

/**
 * The denials of every workspace, in every process: read once, and anew within a second of a change (D-GRD-6). The app that
 * keeps the policies answers what they are.
 */
@Injectable()
export class Guardrails {
  readonly #cache: NotifiedCache<Denials>;
  #load: (workspaceId: string) => Promise<readonly Denial[]> = async () => [];
  #spares: Spares = () => null;

  constructor(database: Database, notifications: Notifications) {
    this.#cache = new NotifiedCache(database, notifications, 'suite_policies');
  }

  /** Called once, at the start, by the app that keeps the policies: `load` reads those that deny and are active. */
  answers(load: (workspaceId: string) => Promise<readonly Denial[]>, spares: Spares): void {
    this.#load = load;
    this.#spares = spares;
  }

  /** The denials for a caller, or null if nothing is denied to anybody. */
  async of(workspaceId: string, principals: readonly string[]): Promise<Restrictions | null> {
    const denials = await this.#cache.get(workspaceId, async () => ({
      value: new Denials(await this.#load(workspaceId)),
      about: [workspaceId],
    }));
    if (denials!.empty) return null;
    return new Restrictions(denials!, principals, await this.#spares(denials!, principals));
  }

  /** The rest of the request does what its caller may: for requests without a credential, which is everybody's. */
  async apply(workspaceId: string, principals: readonly string[] = [ANYBODY]): Promise<Restrictions | null> {
    const restrictions = await this.of(workspaceId, principals);
    const context = contextIfAny();
    if (context) context.restrictions = restrictions;
    return restrictions;
  }

  /** Makes every process read the policies of a workspace anew when the running unit of work commits. */
  forget(workspaceId: string): Promise<void> {
    return this.#cache.forget(workspaceId);
  }
}

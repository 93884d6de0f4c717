import type { Request } from 'express';
import {
  allResources,
  type FindFacts,
  type NewNotices,
  type RecordPolicies,
  type Credential,
  currentContext,
  runInContext,
  type RequestContext,
  type StoredEvent,
} from '../platform/index.js';
import type { EventStream } from './event-stream.js';
import { recordOf } from './event-types.js';
import { events } from './event.resource.js';

interface VisibleTypes {
  types: ReadonlySet<string>;
  /** Values of `private_to` that are visible; undefined for all. */
  privateTo: readonly string[] | undefined;
}

/** A credential with open streams, and the events that it currently sees by scopes and policies. */
export class StreamViewer {
  readonly streams = new Set<EventStream>();
  credential: Credential;
  /** Whether the database could not say what the credential sees now. It sees nothing until it has been updated. */
  isOutdated = false;
  /** Whether policies deny it anything. */
  #bound = false;
  #visible: VisibleTypes[] = [];
  readonly #context: RequestContext;

  /** `request`: any request with this credential, used to authenticate it again. */
  constructor(
    readonly name: string,
    readonly request: Request,
    private readonly policies: RecordPolicies,
  ) {
    this.#context = currentContext().fork();
    // An open stream does not count as use of the session, which would otherwise never be idle.
    this.#context.uses = false;
    this.credential = this.#context.credential!;
    this.update(this.credential);
  }

  /** Runs `work` in the context of this credential. */
  within<T>(work: () => T): T {
    return runInContext(this.#context, work);
  }

  /** Updates the credential, once the context has its policies. */
  update(credential: Credential): void {
    this.credential = this.#context.credential = credential;
    this.isOutdated = false;
    const rule = this.within(() => events.visible!(credential)) as Exclude<
      ReturnType<typeof events.visible & {}>,
      'all'
    >;
    this.#bound = this.within(() => this.policies.bind);
    this.#visible = rule.map(({ type, private_to }) => ({
      types: new Set(type as readonly string[]),
      privateTo: private_to as readonly string[] | undefined,
    }));
  }

  /** Event types of which at least some events are visible. */
  get types(): string[] {
    return [...new Set(this.#visible.flatMap(({ types }) => [...types]))];
  }

  /** Whether it is one of these people, or an app of theirs that may read records of the type. */
  isTold({ workspace_id, user_ids, record_type }: NewNotices): boolean {
    const { credential } = this;
    if (this.isOutdated || credential.kind === 'api_key' || credential.workspace_id !== workspace_id) return false;
    if (!user_ids.includes(credential.user_id)) return false;
    const app = allResources().get(record_type)?.app;
    return !credential.app || (!!app && credential.scopes.has(`${app}:read`));
  }

  /** Whether the event is visible, consistent with `GET /v1/events/{id}`. Only policies on tags, and on wholes, need a query. */
  sees(event: StoredEvent, find: FindFacts): boolean | Promise<boolean> {
    const { type, private_to } = event;
    if (!this.#visible.some(({ types, privateTo }) => types.has(type) && (privateTo?.includes(private_to) ?? true)))
      return false;
    if (!this.#bound) return true;
    const hidden = this.within(() => this.policies.hides(...recordOf(event), find));
    return typeof hidden === 'boolean' ? !hidden : hidden.then((is) => !is);
  }
}

import type { Request } from 'express';
import {
  type PolicyRecord,
  type Credential,
  currentContext,
  refusalToRead,
  type Restrictions,
  runInContext,
  RequestContext,
  type StoredEvent,
} from '../platform/index.js';
import type { EventStream } from './event-stream.js';
import { aboutOf, recordOf } from './event-types.js';
import { events } from './event.resource.js';

/** Looks up the record of an event, for policies on tags. */
export type FindRecord = (type: string, id: string) => Promise<PolicyRecord | null>;

interface VisibleTypes {
  types: ReadonlySet<string>;
  /** Values of `private_to` that are visible; undefined for all. */
  privateTo: readonly string[] | undefined;
}

/** A credential with open streams, and the events that it currently sees by scopes and policies. */
export class StreamViewer {
  readonly streams = new Set<EventStream>();
  credential: Credential;
  #restrictions: Restrictions | null = null;
  #visible: VisibleTypes[] = [];
  readonly #context: RequestContext;

  /** `request`: any request with this credential, used to authenticate it again. */
  constructor(
    readonly name: string,
    readonly request: Request,
  ) {
    const { requestId, ip, userAgent, credential, restrictions, workspaceId } = currentContext();
    this.#context = new RequestContext(requestId, ip, userAgent);
    this.#context.workspaceId = workspaceId;
    // An open stream does not count as use of the session, which would otherwise never be idle.
    this.#context.uses = false;
    this.credential = credential!;
    this.update(credential!, restrictions);
  }

  /** Runs `work` in the context of this credential. */
  within<T>(work: () => T): T {
    return runInContext(this.#context, work);
  }

  /** Updates credential and policies. */
  update(credential: Credential, restrictions: Restrictions | null): void {
    this.credential = this.#context.credential = credential;
    this.#restrictions = this.#context.restrictions = restrictions;
    const rule = this.within(() => events.visible!(credential)) as Exclude<
      ReturnType<typeof events.visible & {}>,
      'all'
    >;
    this.#visible = rule.map(({ type, private_to }) => ({
      types: new Set(type as readonly string[]),
      privateTo: private_to as readonly string[] | undefined,
    }));
  }

  /** Event types of which at least some events are visible. */
  get types(): string[] {
    return [...new Set(this.#visible.flatMap(({ types }) => [...types]))];
  }

  /** Whether the event is visible, consistent with `GET /v1/events/{id}`. Only policies on tags need a query. */
  sees(event: StoredEvent, find: FindRecord): boolean | Promise<boolean> {
    const { type, private_to } = event;
    if (!this.#visible.some(({ types, privateTo }) => types.has(type) && (privateTo?.includes(private_to) ?? true)))
      return false;
    const restrictions = this.#restrictions;
    if (!restrictions) return true;
    const [name, id] = recordOf(event);
    const refusal = refusalToRead(restrictions, aboutOf(type), id, () => find(name, id!));
    return refusal instanceof Promise ? refusal.then((found) => !found) : !refusal;
  }
}

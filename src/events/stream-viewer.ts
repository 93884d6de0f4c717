import type { Request } from 'express';
import {
  type PolicyRecord,
  type Credential,
  currentContext,
  type Restrictions,
  runInContext,
  RequestContext,
  type StoredEvent,
} from '../platform/index.js';
import type { EventStream } from './event-stream.js';
import { aboutOf, recordOf } from './event-types.js';
import { events } from './event.resource.js';

/** Finds the record of an event, for policies that name tags. */
export type FindRecord = (type: string, id: string) => Promise<PolicyRecord | null>;

interface VisibleTypes {
  types: ReadonlySet<string>;
  /** The values of `private_to` whose events are shown; undefined where all are. */
  privateTo: readonly string[] | undefined;
}

/** A credential with open streams: which events it sees, by its scopes and the policies of this moment. */
export class StreamViewer {
  readonly streams = new Set<EventStream>();
  credential: Credential;
  #restrictions: Restrictions | null = null;
  #visible: VisibleTypes[] = [];
  readonly #context: RequestContext;

  /** `request`: one that came with the credential, by which it is looked at again. */
  constructor(
    readonly name: string,
    readonly request: Request,
  ) {
    const { requestId, ip, userAgent, credential, restrictions, workspaceId } = currentContext();
    this.#context = new RequestContext(requestId, ip, userAgent);
    this.#context.workspaceId = workspaceId;
    // A stream that goes on is no use of its session: it would never be idle.
    this.#context.uses = false;
    this.credential = credential!;
    this.update(credential!, restrictions);
  }

  /** Runs work in the name of this credential. */
  within<T>(work: () => T): T {
    return runInContext(this.#context, work);
  }

  /** Takes over what the credential may see now. */
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

  /** The types of events that it sees at least some of. */
  get types(): string[] {
    return [...new Set(this.#visible.flatMap(({ types }) => [...types]))];
  }

  /** Whether it sees an event, as `GET /v1/events/{id}` would tell it. A query is needed only for policies that name tags. */
  sees(event: StoredEvent, find: FindRecord): boolean | Promise<boolean> {
    const { type, private_to } = event;
    if (!this.#visible.some(({ types, privateTo }) => types.has(type) && (privateTo?.includes(private_to) ?? true)))
      return false;
    const restrictions = this.#restrictions;
    if (!restrictions) return true;
    const about = aboutOf(type);
    const [name, id] = recordOf(event);
    if (id === undefined) return !restrictions.deny(about, 'read');
    if (restrictions.deny(about, 'read', { id })) return false;
    if (!restrictions.denyTagged(about, 'read')) return true;
    return find(name, id).then((record) => !record || !restrictions.deny(about, 'read', record));
  }
}

import { currentContext } from '../context/request-context.js';
import { forbidden, type ApiError } from '../errors/api-error.js';
import {
  actionOf,
  type AccessKind,
  type PolicyTarget,
  type PolicyRecord,
  meansAction,
  nameIn,
  nameOf,
  namesOneId,
  namesTag,
  type PolicyRules,
  subjectsFor,
  subjectsOf,
  WHOLE,
} from './policy-matcher.js';

/** An active policy that denies. */
export interface Denial extends PolicyRules {
  /** The id of the policy. */
  id: string;
}

/** The records of a type that policies deny a caller. */
export interface Denied {
  all: boolean;
  ids: string[];
  tags: string[];
}

/** Denying policy by principal. */
type ByPrincipal = Map<string, string>;

/**
 * Index of the denying active policies of a workspace (D-GRD-6), built lazily. A decision is one lookup per principal, whatever
 * the number of policies.
 */
export class Denials {
  /** By type and action, then by subject: all records, an id, or a tag. Holds raw policies until first used. */
  readonly #bySubject = new Map<string, Map<string, Denial[] | ByPrincipal>>();

  constructor(private readonly denials: readonly Denial[]) {}

  get empty(): boolean {
    return this.denials.length === 0;
  }

  /** The id of a policy that denies this to one of the principals. Without a record: all records of the type. */
  find(principals: readonly string[], type: string, ask: AccessKind, record?: PolicyRecord): string | undefined {
    const subjects = this.#subjects(type, ask);
    if (!subjects.size) return undefined;
    for (const subject of subjectsFor(record)) {
      const policy = deniedOne(subjects, subject, principals);
      if (policy) return policy;
    }
    return undefined;
  }

  /** Whether this is denied on the whole type, or on some record named by id. */
  deniesAny(principals: readonly string[], type: string, ask: AccessKind): boolean {
    const subjects = this.#subjects(type, ask);
    const named = [...subjects.keys()].filter((subject) => subject === WHOLE || namesOneId(subject));
    return named.some((subject) => deniedOne(subjects, subject, principals) !== undefined);
  }

  /** Whether this is denied on records with some tag. */
  deniesTagged(principals: readonly string[], type: string, ask: AccessKind): boolean {
    const subjects = this.#subjects(type, ask);
    const tagged = [...subjects.keys()].filter(namesTag);
    return tagged.some((subject) => deniedOne(subjects, subject, principals) !== undefined);
  }

  /** The subjects with which this is denied to one of the principals: the whole type, ids and tags. */
  named(principals: readonly string[], type: string, ask: AccessKind): Denied {
    const subjects = this.#subjects(type, ask);
    const named = [...subjects.keys()].filter((subject) => deniedOne(subjects, subject, principals) !== undefined);
    return {
      all: named.includes(WHOLE),
      ids: named.filter(namesOneId).map(nameIn),
      tags: named.filter(namesTag).map(nameIn),
    };
  }

  /** Whether reading or exporting anything is denied. */
  restrictReading(principals: readonly string[]): boolean {
    const isReading = (action: string) => /^\*$|:(\*|read|export)$/.test(action);
    return this.denials.some(
      ({ actions, principals: named }) =>
        actions.some(isReading) && named.some((principal) => principals.includes(nameOf(principal))),
    );
  }

  #subjects(type: string, ask: AccessKind): Map<string, Denial[] | ByPrincipal> {
    const key = `${type} ${ask}`;
    let subjects = this.#bySubject.get(key);
    if (!subjects) this.#bySubject.set(key, (subjects = this.#read(type, actionOf(type, ask))));
    return subjects;
  }

  #read(type: string, action: string): Map<string, Denial[]> {
    const subjects = new Map<string, Denial[]>();
    for (const denial of this.denials) {
      if (!meansAction(denial, action)) continue;
      for (const subject of subjectsOf(denial, type)) {
        const others = subjects.get(subject);
        if (others) others.push(denial);
        else subjects.set(subject, [denial]);
      }
    }
    return subjects;
  }
}

function deniedOne(
  subjects: Map<string, Denial[] | ByPrincipal>,
  subject: string,
  principals: readonly string[],
): string | undefined {
  let denied = subjects.get(subject);
  if (!denied) return undefined;
  if (Array.isArray(denied)) {
    const byPrincipal: ByPrincipal = new Map();
    for (const { id, principals: named } of denied)
      for (const principal of named) byPrincipal.set(nameOf(principal), id);
    subjects.set(subject, (denied = byPrincipal));
  }
  for (const principal of principals) {
    const policy = denied.get(principal);
    if (policy) return policy;
  }
  return undefined;
}

/** The denials that concern one caller, carried by the request context. */
export class Restrictions {
  /** `spared`: a type exempt from denials for this caller (see `PolicyGuard`). */
  constructor(
    private readonly denials: Denials,
    private readonly principals: readonly string[],
    private readonly spared: string | null = null,
  ) {}

  /** Whether a policy denies it; without a record: all records of the type. */
  deny({ type }: PolicyTarget, ask: AccessKind, record?: PolicyRecord): boolean {
    return this.#find(type, ask, record) !== undefined;
  }

  /** The 403 with which a policy denies it, if one does. */
  refusal({ type, noun }: PolicyTarget, ask: AccessKind, record?: PolicyRecord): ApiError | undefined {
    const policy = this.#find(type, ask, record);
    return policy ? forbidden(`The policy ${policy} denies ${actionOf(type, ask)} on this ${noun}.`) : undefined;
  }

  /** Throws that 403. */
  refuse(resource: PolicyTarget, ask: AccessKind, record?: PolicyRecord): void {
    const refusal = this.refusal(resource, ask, record);
    if (refusal) throw refusal;
  }

  /** The records that are denied, by what policies name. */
  named({ type }: PolicyTarget, ask: AccessKind): Denied {
    return type === this.spared ? { all: false, ids: [], tags: [] } : this.denials.named(this.principals, type, ask);
  }

  /** Whether tags are needed, because some tag is denied. */
  denyTagged({ type }: PolicyTarget, ask: AccessKind): boolean {
    return type !== this.spared && this.denials.deniesTagged(this.principals, type, ask);
  }

  /** Whether any type is restricted for reading or export. */
  restrictsReading(): boolean {
    return this.denials.restrictReading(this.principals);
  }

  #find(type: string, ask: AccessKind, record: PolicyRecord | undefined): string | undefined {
    return type === this.spared ? undefined : this.denials.find(this.principals, type, ask, record);
  }
}

/** 403 where a policy denies it to the caller of the running request; without a record: all records of the type. */
export function refuseDenied(resource: PolicyTarget, ask: AccessKind, record?: PolicyRecord): void {
  currentContext().restrictions?.refuse(resource, ask, record);
}

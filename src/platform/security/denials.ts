import { forbidden, type ApiError } from '../errors/api-error.js';
import type { App } from './credential.js';

/** What can be asked of a record: the last part of a policy's actions. */
export const ASKS = ['read', 'write', 'delete', 'share', 'export'] as const;
export type Ask = (typeof ASKS)[number];

/** Whom, what and which actions a policy names. */
export interface Denial {
  /** The id of the policy. */
  id: string;
  /** `user:usr_…`, `group:grp_…`, `role:…`, `api_key:key_…`, or `any`. */
  principals: readonly string[];
  resources: readonly { type: string; id?: string | null; tag?: string | null }[];
  actions: readonly string[];
}

/** A type of records, as far as policies name it. */
export interface Asked {
  /** `office.document` */
  type: string;
  app: App | null;
  noun: string;
}

/** A record, as far as policies name it. */
export interface AskedRecord {
  id: string;
  tags?: readonly string[];
}

/** Whether an action of a policy is one of these: `office:write` is `office:*` and `*`. */
export const coversAction = (pattern: string, action: string): boolean =>
  pattern === '*' || pattern === action || (pattern.endsWith(':*') && action.startsWith(pattern.slice(0, -1)));

/** Whether a policy that names a type means another one: `office.*` is every type of office. */
export const coversType = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** `office:write`. What reaches across apps has actions that no policy can name, so only `*` means them. */
export const actionOf = (type: string, ask: Ask): string => `${type.split('.')[0]}:${ask}`;

const WHOLE = '';
const idSubject = (id: string) => `id ${id}`;
const tagSubject = (tag: string) => `tag ${tag}`;

/** By principal, the policy that denies them. */
type ByPrincipal = Map<string, string>;

/**
 * What the active policies of a workspace deny (D-GRD-6), in maps: a decision costs a look-up for each principal of the
 * caller, however many policies there are. They are filled as they are asked.
 */
export class Denials {
  /** By type and action, then by what of the type is meant: all, an id, a tag. Policies until it is first asked. */
  readonly #bySubject = new Map<string, Map<string, Denial[] | ByPrincipal>>();

  constructor(private readonly denials: readonly Denial[]) {}

  get empty(): boolean {
    return this.denials.length === 0;
  }

  /** The policy that denies this to any of these principals. Without a record: all records of the type. */
  find(principals: readonly string[], type: string, ask: Ask, record?: AskedRecord): string | undefined {
    const subjects = this.#subjects(type, ask);
    if (!subjects.size) return undefined;
    const whole = deniedOne(subjects, WHOLE, principals);
    if (whole || !record) return whole;
    const single = deniedOne(subjects, idSubject(record.id), principals);
    if (single) return single;
    for (const tag of record.tags ?? []) {
      const tagged = deniedOne(subjects, tagSubject(tag), principals);
      if (tagged) return tagged;
    }
    return undefined;
  }

  /** Whether this is denied to any of these principals on all records of a type, or on one that a policy names by its id. */
  deniesAny(principals: readonly string[], type: string, ask: Ask): boolean {
    const subjects = this.#subjects(type, ask);
    const named = [...subjects.keys()].filter((subject) => subject === WHOLE || subject.startsWith(idSubject('')));
    return named.some((subject) => deniedOne(subjects, subject, principals) !== undefined);
  }

  /** Whether this is denied to any of these principals on records with some tag. */
  deniesTagged(principals: readonly string[], type: string, ask: Ask): boolean {
    const subjects = this.#subjects(type, ask);
    const tagged = [...subjects.keys()].filter((subject) => subject.startsWith(tagSubject('')));
    return tagged.some((subject) => deniedOne(subjects, subject, principals) !== undefined);
  }

  #subjects(type: string, ask: Ask): Map<string, Denial[] | ByPrincipal> {
    const key = `${type} ${ask}`;
    let subjects = this.#bySubject.get(key);
    if (!subjects) this.#bySubject.set(key, (subjects = this.#read(type, actionOf(type, ask))));
    return subjects;
  }

  #read(type: string, action: string): Map<string, Denial[]> {
    const subjects = new Map<string, Denial[]>();
    for (const denial of this.denials) {
      if (!denial.actions.some((pattern) => coversAction(pattern, action))) continue;
      for (const { type: pattern, id, tag } of denial.resources) {
        if (!coversType(pattern, type)) continue;
        const subject = id ? idSubject(id) : tag ? tagSubject(tag) : WHOLE;
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
    for (const { id, principals: named } of denied) for (const principal of named) byPrincipal.set(principal, id);
    subjects.set(subject, (denied = byPrincipal));
  }
  for (const principal of principals) {
    const policy = denied.get(principal);
    if (policy) return policy;
  }
  return undefined;
}

/** The denials of a workspace for one caller: what a request carries along where there are any. */
export class Restrictions {
  /** `spared`: the type of records of which nothing is denied to this caller after all. */
  constructor(
    private readonly denials: Denials,
    private readonly principals: readonly string[],
    private readonly spared: string | null = null,
  ) {}

  /** Whether a policy denies it; without a record: all records of the type. */
  deny({ type }: Asked, ask: Ask, record?: AskedRecord): boolean {
    return this.#find(type, ask, record) !== undefined;
  }

  /** The 403 with which a policy denies it, if one does. */
  refusal({ type, noun }: Asked, ask: Ask, record?: AskedRecord): ApiError | undefined {
    const policy = this.#find(type, ask, record);
    return policy ? forbidden(`The policy ${policy} denies ${actionOf(type, ask)} on this ${noun}.`) : undefined;
  }

  /** Throws that 403. */
  refuse(resource: Asked, ask: Ask, record?: AskedRecord): void {
    const refusal = this.refusal(resource, ask, record);
    if (refusal) throw refusal;
  }

  /** Whether it is denied on records with some tag, so that their tags need to be known. */
  denyTagged({ type }: Asked, ask: Ask): boolean {
    return type !== this.spared && this.denials.deniesTagged(this.principals, type, ask);
  }

  #find(type: string, ask: Ask, record: AskedRecord | undefined): string | undefined {
    return type === this.spared ? undefined : this.denials.find(this.principals, type, ask, record);
  }
}

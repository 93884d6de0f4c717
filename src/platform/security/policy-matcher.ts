import type { App } from './credential.js';

/** The kinds of access to a record: the last part of a policy's actions. */
export const ACCESS_KINDS = ['read', 'write', 'delete', 'share', 'export'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Whom, what and which actions a policy names. */
export interface PolicyRules {
  /** A `type` and the id, such as `user` and `usr_…`; `any` has no id. */
  principals: readonly { type: string; id?: string | null }[];
  resources: readonly { type: string; id?: string | null; tag?: string | null }[];
  /** `office:write`, `office:*` or `*`. */
  actions: readonly string[];
}

/** A type of records, as far as policies name it. */
export interface PolicyTarget {
  /** `office.document` */
  type: string;
  app: App | null;
  noun: string;
}

/** A record, as far as policies name it. */
export interface PolicyRecord {
  id: string;
  tags?: readonly string[];
}

/** What a policy is asked. */
export interface Question {
  /** All names of the caller: `user:usr_…`, `group:grp_…`, `role:…`, `api_key:key_…`, `any`. */
  principals: readonly string[];
  type: string;
  /** Without a record the question is about all records of the type. */
  record?: PolicyRecord | null;
  action: string;
}

/** The parts of a policy that can miss a question. */
export const PARTS = ['principal', 'resource', 'action'] as const;
type Part = (typeof PARTS)[number];

/** How a principal is named where it is looked up: `user:usr_…`, `any`. */
export const nameOf = ({ type, id }: PolicyRules['principals'][number]): string => (id ? `${type}:${id}` : type);

/** Whether an action of a policy is one of these: `office:write` is `office:*` and `*`. */
const coversAction = (pattern: string, action: string): boolean =>
  pattern === '*' || pattern === action || (pattern.endsWith(':*') && action.startsWith(pattern.slice(0, -1)));

/** Whether a policy that names a type means another one: `office.*` is every type of office. */
export const coversType = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** `office:write`. What reaches across apps has actions that no policy can name, so only `*` means them. */
export const actionOf = (type: string, ask: AccessKind): string => `${type.split('.')[0]}:${ask}`;

/** The name of all records of a type, beside those of one record and of the records with a tag. */
export const WHOLE = '';
const ID = 'id ';
const TAG = 'tag ';
export const namesOneId = (subject: string): boolean => subject.startsWith(ID);
export const namesTag = (subject: string): boolean => subject.startsWith(TAG);

export const meansAction = ({ actions }: PolicyRules, action: string): boolean =>
  actions.some((pattern) => coversAction(pattern, action));

/** The records of a type that a policy names. */
export const subjectsOf = ({ resources }: PolicyRules, type: string): string[] =>
  resources
    .filter((resource) => coversType(resource.type, type))
    .map(({ id, tag }) => (id ? ID + id : tag ? TAG + tag : WHOLE));

/** The names under which a policy may mean a record; without one, all of its type. */
export const subjectsFor = (record?: PolicyRecord | null): string[] =>
  record ? [WHOLE, ID + record.id, ...(record.tags ?? []).map((tag) => TAG + tag)] : [WHOLE];

/**
 * The parts of a policy that do not match a question; none: the policy matches. Evaluation asks this of single policies.
 * Enforcement and simulation ask `Denials`, an index of the same names.
 */
export function unmatched(policy: PolicyRules, { principals, type, record, action }: Question): Part[] {
  const subjects = subjectsFor(record);
  const matches: Record<Part, boolean> = {
    principal: policy.principals.some((principal) => principals.includes(nameOf(principal))),
    resource: subjectsOf(policy, type).some((subject) => subjects.includes(subject)),
    action: meansAction(policy, action),
  };
  return PARTS.filter((part) => !matches[part]);
}

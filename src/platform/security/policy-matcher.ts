import type { ChangeCondition } from '../conditions/change-condition.js';
import type { App } from './apps.js';

/** The kinds of access to a record: the last part of a policy's actions. */
export const ACCESS_KINDS = ['read', 'write', 'delete', 'share', 'export'] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];

/** Principals, resources and actions of a policy. */
export interface PolicyRules {
  /** A `type` and the id, such as `user` and `usr_…`; `any` has no id. */
  principals: readonly { type: string; id?: string | null }[];
  resources: readonly { type: string; id?: string | null; tag?: string | null }[];
  /** `office:write`, `office:*` or `*`. */
  actions: readonly string[];
}

/** The part of a resource that policies use. */
export interface PolicyTarget {
  /** `office.document` */
  type: string;
  app: App | null;
  noun: string;
}

/** The part of a record that policies without a condition use. */
export interface PolicyRecord {
  id: string;
  tags?: readonly string[];
}

/** What a policy is asked. */
export interface Question {
  /** All principals of the caller: `user:usr_…`, `group:grp_…`, `role:…`, `api_key:key_…`, `any`. */
  principals: readonly string[];
  type: string;
  /** Without a record the question is about all records of the type. */
  record?: PolicyRecord | null;
  action: string;
  /** The record after the change; null or absent: nothing is changed, or no record is named. */
  after?: object | null;
}

/** Parts of a policy that may fail to match. */
export const PARTS = ['principal', 'resource', 'action', 'condition'] as const;
type Part = (typeof PARTS)[number];

/** How a principal is named where it is looked up: `user:usr_…`, `any`. */
export const nameOf = ({ type, id }: PolicyRules['principals'][number]): string => (id ? `${type}:${id}` : type);

/** Whether an action pattern matches: `office:write` is matched by `office:*` and `*`. */
const coversAction = (pattern: string, action: string): boolean =>
  pattern === '*' || pattern === action || (pattern.endsWith(':*') && action.startsWith(pattern.slice(0, -1)));

/** Whether a type pattern matches: `office.*` matches every type of office. */
export const coversType = (pattern: string, type: string): boolean =>
  pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));

/** `office:write`. Resources that span apps have actions that policies cannot name, so only `*` matches them. */
export const actionOf = (type: string, ask: AccessKind): string => `${type.split('.')[0]}:${ask}`;

/** Subject for all records of a type, as opposed to one id or tag. */
export const WHOLE = '';
const ID = 'id ';
const TAG = 'tag ';
export const namesOneId = (subject: string): boolean => subject.startsWith(ID);
export const namesTag = (subject: string): boolean => subject.startsWith(TAG);
/** The id or tag of a subject. */
export const nameIn = (subject: string): string => subject.slice(subject.indexOf(' ') + 1);

export const meansAction = ({ actions }: PolicyRules, action: string): boolean =>
  actions.some((pattern) => coversAction(pattern, action));

/** Subjects of a policy for a type. */
export const subjectsOf = ({ resources }: PolicyRules, type: string): string[] =>
  resources
    .filter((resource) => coversType(resource.type, type))
    .map(({ id, tag }) => (id ? ID + id : tag ? TAG + tag : WHOLE));

/** Subjects that may match a record; without one, the whole type. */
export const subjectsFor = (record?: PolicyRecord | null): string[] =>
  record ? [WHOLE, ID + record.id, ...(record.tags ?? []).map((tag) => TAG + tag)] : [WHOLE];

/**
 * Parts of a policy that do not match; empty if it matches. Used to evaluate a single policy. Enforcement and simulation use
 * `Denials`, an index of the same subjects.
 */
export function unmatched(
  policy: PolicyRules,
  { principals, type, record = null, action, after = null }: Question,
  condition: ChangeCondition | null = null,
): Part[] {
  const subjects = subjectsFor(record);
  const matches: Record<Part, boolean> = {
    principal: policy.principals.some((principal) => principals.includes(nameOf(principal))),
    resource: subjectsOf(policy, type).some((subject) => subjects.includes(subject)),
    action: meansAction(policy, action),
    condition: condition === null || condition.matches(record, after),
  };
  return PARTS.filter((part) => !matches[part]);
}

import { principalsOfApp } from '../../access/index.js';
import {
  ANYBODY,
  type AccessKind,
  type ChangeCondition,
  coversType,
  Denials,
  nameOf,
  questionsOf,
  type Route,
} from '../../platform/index.js';
import type { Rules } from './policy.repository.js';
import type { Facts } from './policy-targets.js';
import type { Attempt } from './simulation.repository.js';
import type { Unjudged } from './simulation.dto.js';

/** Policy questions of one kind of request: about the record of the entry (`own`), or others of a type. */
type Kind = readonly { ask: AccessKind; type: string; own: boolean }[];

/** Verbs of generic events. An action with such a verb and without a route is not subject to policies. */
const PLAIN_VERBS = new Set(['created', 'updated', 'deleted']);

/** Maps audit actions to kinds of requests. An action without a route is the event of a change. */
export class Kinds {
  readonly #known = new Map<string, Kind[]>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const { action, endpoint } = route;
      if (!endpoint) continue;
      // Reports are recorded only as files, so the question is about the file.
      const kind: Kind = questionsOf(route, endpoint.exports !== undefined).map(({ resource, ask }) => ({
        ask,
        type: resource.type,
        own: resource === endpoint.resource,
      }));
      const kinds = this.#known.get(action) ?? [];
      if (!kinds.some((other) => JSON.stringify(other) === JSON.stringify(kind))) kinds.push(kind);
      this.#known.set(action, kinds);
    }
  }

  of({ action, resource_type: type }: Pick<Attempt, 'action' | 'resource_type'>): readonly Kind[] {
    const verb = action.slice(action.lastIndexOf('.') + 1);
    return this.#known.get(action) ?? (PLAIN_VERBS.has(verb) ? [] : [[{ ask: 'write', type, own: true }]]);
  }
}

export type Verdict = 'refused' | 'passed' | Unjudged;

/** Current principals or tags; null if deleted. */
type Known<T> = readonly T[] | null;

/** Decides whether a policy would have denied a recorded request. */
export class Judgement {
  readonly #denials: Denials;
  readonly #groupsAndRoles: readonly string[];
  readonly #tags: readonly string[];
  readonly #conditions = new Map<string, ChangeCondition | null>();

  /** `read`: the condition of the policy for a type. It is read once, and not for each entry. */
  constructor(
    private readonly rules: Rules,
    private readonly kinds: Kinds,
    private readonly read: (type: string) => ChangeCondition | null = () => null,
  ) {
    const { principals, resources, actions } = rules;
    this.#denials = new Denials([{ id: 'it', principals, resources, actions }]);
    this.#groupsAndRoles = principals.filter(({ type }) => type === 'group' || type === 'role').map(nameOf);
    this.#tags = resources.flatMap(({ tag }) => tag ?? []);
  }

  /** The fields of a type that the condition of the policy asks for. */
  fieldsOf(type: string): string[] {
    const { before, after } = this.#conditionOf(type) ?? {};
    return [...(before?.fields ?? []), ...(after?.fields ?? [])];
  }

  /**
   * `caller`: principals without the app. `facts`: the record as the attempt left it; null: deleted or not readable, undefined: not
   * needed. Where something is unknown, both outcomes are tried.
   */
  of(attempt: Attempt, caller: Known<string>, facts: Facts | null | undefined): Verdict {
    const verdict = this.#withoutCondition(attempt, caller, facts === undefined ? [] : (facts?.tags ?? null));
    if (verdict !== 'refused' || !this.rules.when) return verdict;
    const matches = this.#meetsCondition(attempt, facts ?? null);
    return matches === null ? 'record_unknown' : matches ? 'refused' : 'passed';
  }

  /** Whether the change met the condition; null: not known. */
  #meetsCondition({ action, resource_type: type, changes }: Attempt, facts: Facts | null): boolean | null {
    const condition = this.rules.resources.some((each) => coversType(each.type, type)) ? this.#conditionOf(type) : null;
    // The policy is about the record of which this one is a part.
    if (!condition) return null;
    const state = (fields: readonly string[], side: 'from' | 'to'): object | null => {
      const values = fields.map((field) => [field, changes?.[field] ? changes[field][side] : facts?.[field]] as const);
      return values.some(([, value]) => value === undefined || isDigest(value)) ? null : Object.fromEntries(values);
    };
    const { before, after } = condition;
    if ((before && action.endsWith('.created')) || (after && action.endsWith('.deleted'))) return false;
    const [was, is] = [before && state(before.fields, 'from'), after && state(after.fields, 'to')];
    if ((before && !was) || (after && !is)) return null;
    return condition.matches(was, is);
  }

  #conditionOf(type: string): ChangeCondition | null {
    if (!this.#conditions.has(type)) this.#conditions.set(type, this.read(type));
    return this.#conditions.get(type)!;
  }

  #withoutCondition(attempt: Attempt, caller: Known<string>, tags: Known<string>): Verdict {
    if (attempt.outcome !== 'success') return 'not_done';
    if (attempt.actor_type === 'system') return 'system';
    const kinds = this.kinds.of(attempt);
    if (!kinds.length) return 'not_asked';
    const app = attempt.client_id === null ? [] : principalsOfApp(attempt.client_id);
    const names = caller && [...caller, ...app];
    const least = names ?? [ANYBODY, `${attempt.actor_type}:${attempt.actor_id}`, ...app];
    const refused = this.#refused(kinds, attempt, least, tags ?? []);
    if (refused === kinds.length) return 'refused';
    const most = names ?? [...least, ...this.#groupsAndRoles];
    if (this.#refused(kinds, attempt, most, tags ?? this.#tags, true) === refused)
      return refused ? 'action_ambiguous' : 'passed';
    return names ? 'record_unknown' : 'actor_unknown';
  }

  /**
   * Number of kinds of requests that would have been denied. `anyOther`: assume that records on the path, which entries do not
   * name, are those of the policy.
   */
  #refused(
    kinds: readonly Kind[],
    { resource_type, resource_id, shares }: Attempt,
    names: readonly string[],
    tags: readonly string[],
    anyOther = false,
  ): number {
    const record = resource_id === null ? undefined : { id: resource_id, tags };
    const denials = this.#denials;
    const deniesOne = (type: string, ask: AccessKind) =>
      anyOther && (denials.deniesAny(names, type, ask) || denials.deniesByContent(names, type, ask));
    const denies = (ask: AccessKind, type: string, own: boolean) =>
      // Nothing waits for an approval to be read.
      !(ask === 'read' && this.rules.effect === 'review') &&
      (denials.find(names, type, ask, own ? record : undefined) !== undefined || (!own && deniesOne(type, ask)));
    const shared = shares && denies('share', resource_type, true);
    return kinds.filter((kind) => shared || kind.some(({ ask, type, own }) => denies(ask, type, own))).length;
  }
}

/** Takes back what entries changed, the newest first, so that each is judged by the record as it was at the time. */
export class Past {
  readonly #values = new Map<string, Record<string, unknown>>();

  /** The record as the entry left it. */
  of({ resource_id }: Attempt, now: Facts | null): Facts | null {
    return now && { ...now, ...this.#values.get(resource_id!) };
  }

  /** Goes back to before the entry, as far as these fields go. */
  takeBack({ resource_id: id, outcome, changes }: Attempt, fields: readonly string[]): void {
    if (!id || !changes || outcome !== 'success') return;
    const before = fields.flatMap((field) => (changes[field] ? [[field, changes[field].from] as const] : []));
    if (before.length) this.#values.set(id, { ...this.#values.get(id), ...Object.fromEntries(before) });
  }
}

/** Long values are kept in entries as a digest. */
const isDigest = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

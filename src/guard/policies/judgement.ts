import { principalsOfApp } from '../../access/index.js';
import { ANYBODY, type AccessKind, Denials, nameOf, questionsOf, type Route } from '../../platform/index.js';
import type { Rules } from './policy.repository.js';
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

  constructor(
    { principals, resources, actions }: Rules,
    private readonly kinds: Kinds,
  ) {
    this.#denials = new Denials([{ id: 'it', principals, resources, actions }]);
    this.#groupsAndRoles = principals.filter(({ type }) => type === 'group' || type === 'role').map(nameOf);
    this.#tags = resources.flatMap(({ tag }) => tag ?? []);
  }

  /** `caller`: principals without the app; `tags`: of the record. For deleted ones both outcomes are tried. */
  of(attempt: Attempt, caller: Known<string>, tags: Known<string>): Verdict {
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
      anyOther && (denials.deniesAny(names, type, ask) || denials.deniesTagged(names, type, ask));
    const denies = (ask: AccessKind, type: string, own: boolean) =>
      denials.find(names, type, ask, own ? record : undefined) !== undefined || (!own && deniesOne(type, ask));
    const shared = shares && denies('share', resource_type, true);
    return kinds.filter((kind) => shared || kind.some(({ ask, type, own }) => denies(ask, type, own))).length;
  }
}

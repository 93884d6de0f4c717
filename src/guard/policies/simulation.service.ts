import { Injectable } from '@nestjs/common';
import { PrincipalsPort } from '../../access/index.js';
import {
  ANYBODY,
  Clock,
  coversType,
  InjectStore,
  invalidField,
  type IsReadable,
  RecordTitles,
  refuseDenied,
  type ResourceStore,
  Routes,
  viaOf,
} from '../../platform/index.js';
import { auditLogs } from '../audit-logs/audit-log.resource.js';
import { TrailAccess } from '../audit-logs/trail-access.js';
import { Judgement, Kinds, Past, type Verdict } from './judgement.js';
import { Policy } from './policy.entity.js';
import { policies } from './policy.resource.js';
import type { Rules } from './policy.repository.js';
import { PolicyConditions } from './policy-conditions.js';
import { type Facts, PolicyTargets } from './policy-targets.js';
import { type Attempt, SimulationRepository } from './simulation.repository.js';
import { EXAMPLES, MAX_NAMED, type SimulatePolicy, type SimulationView, type Unjudged } from './simulation.dto.js';

const DAY_SECONDS = 86_400;
/** Limits of a simulation, whatever the period. */
const MAX_ENTRIES = 100_000;
const MAX_MS = 10_000;

/** Dry run of a policy on the audit log: what it would have denied (D-GRD-6). Writes nothing. */
@Injectable()
export class SimulationService {
  #kinds?: Kinds;

  constructor(
    @InjectStore(Policy) private readonly store: ResourceStore<Policy>,
    private readonly repository: SimulationRepository,
    private readonly targets: PolicyTargets,
    private readonly conditions: PolicyConditions,
    private readonly people: PrincipalsPort,
    private readonly routes: Routes,
    private readonly access: TrailAccess,
    private readonly titles: RecordTitles,
    private readonly clock: Clock,
  ) {}

  async simulate({ policy, policy_id, days }: SimulatePolicy): Promise<SimulationView> {
    // Needs read access, because it reveals the audit log.
    refuseDenied(auditLogs, 'read');
    return this.#over(await this.#rules(policy, policy_id), days);
  }

  async #rules(draft: Rules | undefined, id: string | undefined): Promise<Rules> {
    if ((draft === undefined) === (id === undefined))
      throw invalidField('policy', draft ? 'invalid_value' : 'required', 'Give a policy or a policy_id, and not both.');
    if (draft) {
      await this.targets.check(draft, 'policy.');
      this.conditions.check(draft, 'policy.');
      return draft;
    }
    const policy = await this.store.find(id!);
    if (!policy) throw invalidField('policy_id', 'not_found', `There is no policy ${id}.`);
    refuseDenied(policies, 'read', policy);
    if (policy.effect === 'allow')
      throw invalidField('policy_id', 'invalid_value', 'A policy that allows refuses nothing.');
    return policy;
  }

  async #over(rules: Rules, days: number): Promise<SimulationView> {
    const [now, asked] = [this.clock.iso(), this.clock.iso(-days * DAY_SECONDS)];
    const kinds = (this.#kinds ??= new Kinds(this.routes.all));
    const judgement = new Judgement(rules, kinds, (type) => this.conditions.of({ id: 'draft', ...rules }, type));
    const named = rules.resources.flatMap(({ type, tag }) => (tag || rules.when ? type : []));
    const [found, past] = [new Found(), new Past()];
    const names = new Map<string, readonly string[] | null>();
    const until = this.clock.now() + MAX_MS;
    let [complete, oldest] = [true, now];
    // One more, to detect truncation.
    for await (const portion of this.repository.attempts(asked, now, MAX_ENTRIES + 1, Boolean(rules.when))) {
      const attempts = this.clock.now() < until ? portion.slice(0, MAX_ENTRIES - found.looked) : [];
      complete = attempts.length === portion.length;
      if (!attempts.length) break;
      await this.#learn(attempts, names);
      const { facts, isReadable } = await this.#facts(attempts, named, judgement);
      for (const attempt of attempts) {
        const { resource_type: type, resource_id: id } = attempt;
        const known = id === null ? undefined : facts.get(type);
        const own = known ? past.of(attempt, known.get(id!) ?? null) : undefined;
        const seen = known && !isReadable({ type, id }) ? { ...attempt, changes: null } : attempt;
        found.add(attempt, judgement.of(seen, names.get(keyOf(attempt))!, own));
        if (known) past.takeBack(attempt, judgement.fieldsOf(type));
      }
      oldest = attempts.at(-1)!.timestamp;
    }
    const summary = found.summary();
    const records = await this.titles.of(summary.examples.map(({ resource }) => resource));
    return { from: complete ? asked : oldest, to: now, complete, ...summary, records };
  }

  /** Resolves callers seen for the first time; null for deleted ones. */
  async #learn(attempts: readonly Attempt[], names: Map<string, readonly string[] | null>): Promise<void> {
    const met = new Map(attempts.map((attempt) => [keyOf(attempt), attempt]));
    const fresh = [...met].filter(([key]) => !names.has(key));
    if (!fresh.length) return;
    const found = await this.people.ofActors(
      fresh.flatMap(([, { actor_type: type, actor_id: id }]) => (id === null ? [] : { type, id })),
    );
    for (const [key, { actor_type }] of fresh)
      names.set(key, actor_type === 'public' ? [ANYBODY] : (found.get(key) ?? null));
  }

  /** Current content of records, by type and id, and which of them the caller may read. */
  async #facts(
    attempts: readonly Attempt[],
    types: readonly string[],
    judgement: Judgement,
  ): Promise<{ facts: Map<string, Map<string, Facts>>; isReadable: IsReadable }> {
    const ids = new Map<string, Set<string>>();
    for (const { resource_type: type, resource_id: id } of attempts) {
      if (id === null || !types.some((pattern) => coversType(pattern, type))) continue;
      ids.set(type, (ids.get(type) ?? new Set()).add(id));
    }
    const facts = new Map<string, Map<string, Facts>>();
    // A draft would tell which records have a tag or a value. Those that the caller may not read count as unknown.
    const records = [...ids].flatMap(([type, named]) => [...named].map((id) => ({ type, id })));
    const isReadable = await this.access.readable(records);
    for (const [type, named] of ids) {
      const readable = [...named].filter((id) => isReadable({ type, id }));
      facts.set(type, await this.targets.factsOf(type, readable, judgement.fieldsOf(type)));
    }
    return { facts, isReadable };
  }
}

const keyOf = ({ actor_type, actor_id }: Attempt): string => `${actor_type}:${actor_id}`;

/** Accumulates counts and the newest examples. */
class Found {
  looked = 0;
  #judged = 0;
  #matched = 0;
  readonly #unjudged = new Map<Unjudged, number>();
  readonly #actors = new Map<string, number>();
  readonly #actions = new Map<string, number>();
  readonly #types = new Map<string, number>();
  readonly #examples: Attempt[] = [];

  add(attempt: Attempt, verdict: Verdict): void {
    this.looked++;
    if (verdict !== 'refused' && verdict !== 'passed') return count(this.#unjudged, verdict);
    this.#judged++;
    if (verdict === 'passed') return;
    this.#matched++;
    count(this.#actors, keyOf(attempt));
    count(this.#actions, attempt.action);
    count(this.#types, attempt.resource_type);
    if (this.#examples.length < EXAMPLES) this.#examples.push(attempt);
  }

  summary() {
    return {
      matched: this.#matched,
      judged: this.#judged,
      not_judged: this.looked - this.#judged,
      not_judged_reasons: most(this.#unjudged).map(([reason, n]) => ({ reason, count: n })),
      by_actor: most(this.#actors).map(([key, n]) => ({ actor: actorOf(key), count: n })),
      by_action: most(this.#actions).map(([action, n]) => ({ action, count: n })),
      by_resource_type: most(this.#types).map(([resource_type, n]) => ({ resource_type, count: n })),
      examples: this.#examples.map(({ id, timestamp, actor_type, actor_id, actor_email, action, ...about }) => ({
        id,
        timestamp,
        actor: { type: actor_type, id: actor_id, email: actor_email, ...viaOf(about) },
        action,
        resource: { type: about.resource_type, id: about.resource_id },
      })),
    };
  }
}

const count = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

const most = <K>(counts: Map<K, number>): [K, number][] =>
  [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MAX_NAMED);

function actorOf(key: string) {
  const [, type, id] = /^([^:]*):(.*)$/s.exec(key) as unknown as [string, string, string];
  return { type, id: id === 'null' ? null : id };
}

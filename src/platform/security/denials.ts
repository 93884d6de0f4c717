import type { ChangeCondition } from '../conditions/change-condition.js';
import type { RecordCondition } from '../conditions/record-condition.js';
import {
  actionOf,
  type AccessKind,
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
  /** Its condition for a type; null: it denies nothing of that type. Absent: it has none. */
  when?: ((type: string) => ChangeCondition | null) | null;
}

/** A policy as far as it is about changes of a type. `condition`: null where it has none. */
interface Rule {
  id: string;
  principals: ReadonlySet<string>;
  subjects: readonly string[];
  condition: ChangeCondition | null;
}

interface Conditional extends Rule {
  condition: ChangeCondition;
}

/** The records of a type that policies deny a caller. */
export interface Denied {
  all: boolean;
  ids: string[];
  tags: string[];
  /** Records that match a condition: of the whole type, with one of some ids, or with one of some tags. */
  matching: readonly DeniedMatches[];
}

export interface DeniedMatches {
  all: boolean;
  ids: readonly string[];
  tags: readonly string[];
  condition: RecordCondition;
}

/** The record of a question before and after the change; `after` is null where nothing is changed, or is not known yet. */
export interface RecordChange {
  before: object | null;
  after: object | null;
}

/** Of a record of which only the id is known. Conditions are asked once its content is read. */
export const BY_ID_ALONE: RecordChange = { before: null, after: null };

/** Denying policy by principal. */
type ByPrincipal = Map<string, string>;

/**
 * Index of the denying active policies of a workspace (D-GRD-6), built lazily. A decision is one lookup per principal, whatever
 * the number of policies.
 */
export class Denials {
  /** By type and action, then by subject: all records, an id, or a tag. Holds raw policies until first used. */
  readonly #bySubject = new Map<string, Map<string, Denial[] | ByPrincipal>>();
  readonly #rules = new Map<string, readonly Rule[]>();
  readonly #conditionals = new Map<string, readonly Conditional[]>();
  readonly #content = new Map<string, readonly string[]>();

  constructor(private readonly denials: readonly Denial[]) {}

  get empty(): boolean {
    return this.denials.length === 0;
  }

  /**
   * The id of a policy that denies this to one of the principals. Without a record: all records of the type. `change`: where
   * the record changes, by default it is read.
   */
  find(
    principals: readonly string[],
    type: string,
    ask: AccessKind,
    record?: PolicyRecord,
    change?: RecordChange,
  ): string | undefined {
    const subjects = this.#subjects(type, ask);
    if (subjects.size)
      for (const subject of subjectsFor(record)) {
        const policy = deniedOne(subjects, subject, principals);
        if (policy) return policy;
      }
    if (!record) return undefined;
    const conditionals = this.#conditional(type, ask);
    if (!conditionals.length) return undefined;
    return conditionals.find(matcher(principals, record, change))?.id;
  }

  /** The ids of all policies that mean this change of a record for one of the principals. */
  findAll(
    principals: readonly string[],
    type: string,
    ask: AccessKind,
    record?: PolicyRecord,
    change?: RecordChange,
  ): string[] {
    const rules = this.#about(type, ask);
    return rules.length ? rules.filter(matcher(principals, record, change)).map(({ id }) => id) : [];
  }

  /** Whether this is denied on the whole type, or on some record named by id. */
  deniesAny(principals: readonly string[], type: string, ask: AccessKind): boolean {
    const subjects = this.#subjects(type, ask);
    const named = [...subjects.keys()].filter((subject) => subject === WHOLE || namesOneId(subject));
    if (named.some((subject) => deniedOne(subjects, subject, principals) !== undefined)) return true;
    return this.#conditional(type, ask).some((each) => concerns(each, principals));
  }

  /** Whether this is denied on records with some tag, or that match some condition. */
  deniesByContent(principals: readonly string[], type: string, ask: AccessKind): boolean {
    const subjects = this.#subjects(type, ask);
    const tagged = [...subjects.keys()].filter(namesTag);
    if (tagged.some((subject) => deniedOne(subjects, subject, principals) !== undefined)) return true;
    return this.#conditional(type, ask).some((each) => concerns(each, principals));
  }

  /** The subjects with which this is denied to one of the principals: the whole type, ids, tags and conditions. */
  named(principals: readonly string[], type: string, ask: AccessKind): Denied {
    const subjects = this.#subjects(type, ask);
    const named = [...subjects.keys()].filter((subject) => deniedOne(subjects, subject, principals) !== undefined);
    return {
      all: named.includes(WHOLE),
      ids: named.filter(namesOneId).map(nameIn),
      tags: named.filter(namesTag).map(nameIn),
      matching: this.#conditional(type, ask).flatMap((each) => {
        const { condition, subjects: of } = each;
        // Nothing is changed, so a condition on the record after the change does not match.
        if (!condition.before || condition.after || !concerns(each, principals)) return [];
        const [ids, tags] = [of.filter(namesOneId).map(nameIn), of.filter(namesTag).map(nameIn)];
        return [{ all: of.includes(WHOLE), ids, tags, condition: condition.before }];
      }),
    };
  }

  /** Whether any policy is about such changes. */
  concern(type: string, ask: AccessKind): boolean {
    return this.#subjects(type, ask).size > 0 || this.#conditional(type, ask).length > 0;
  }

  /** Whether there is a condition on such changes, for anybody. */
  hasConditions(type: string, ask: AccessKind): boolean {
    return this.#conditional(type, ask).length > 0;
  }

  /** The fields of a record that conditions ask for when it, or a part of it, is read or changed. */
  contentOf(type: string): readonly string[] {
    let fields = this.#content.get(type);
    if (!fields) {
      const all = (['read', 'write'] as const).flatMap((ask) => this.#conditional(type, ask));
      this.#content.set(type, (fields = [...new Set(all.flatMap(({ condition }) => condition.before?.fields ?? []))]));
    }
    return fields;
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

  #conditional(type: string, ask: AccessKind): readonly Conditional[] {
    const key = `${type} ${ask}`;
    let found = this.#conditionals.get(key);
    if (!found) {
      found = this.#about(type, ask).filter((rule): rule is Conditional => rule.condition !== null);
      this.#conditionals.set(key, found);
    }
    return found;
  }

  /** The policies about such changes. */
  #about(type: string, ask: AccessKind): readonly Rule[] {
    const key = `${type} ${ask}`;
    let rules = this.#rules.get(key);
    if (!rules) this.#rules.set(key, (rules = this.#readRules(type, actionOf(type, ask))));
    return rules;
  }

  #readRules(type: string, action: string): Rule[] {
    return this.denials.flatMap((denial) => {
      const subjects = meansAction(denial, action) ? subjectsOf(denial, type) : [];
      const condition = subjects.length && denial.when ? denial.when(type) : null;
      if (!subjects.length || (denial.when && !condition)) return [];
      return [{ id: denial.id, principals: new Set(denial.principals.map(nameOf)), subjects, condition }];
    });
  }

  #read(type: string, action: string): Map<string, Denial[]> {
    const subjects = new Map<string, Denial[]>();
    for (const denial of this.denials) {
      if (denial.when || !meansAction(denial, action)) continue;
      for (const subject of subjectsOf(denial, type)) {
        const others = subjects.get(subject);
        if (others) others.push(denial);
        else subjects.set(subject, [denial]);
      }
    }
    return subjects;
  }
}

/** Whether a policy means this change of a record; without one, all records of the type, which no condition does. */
function matcher(principals: readonly string[], record?: PolicyRecord, change?: RecordChange): (rule: Rule) => boolean {
  const own = subjectsFor(record);
  const { before, after } = change ?? { before: record ?? null, after: null };
  return (rule) =>
    rule.subjects.some((subject) => own.includes(subject)) &&
    concerns(rule, principals) &&
    (rule.condition === null || (record !== undefined && rule.condition.matches(before, after)));
}

const concerns = ({ principals: named }: Rule, principals: readonly string[]): boolean =>
  principals.some((principal) => named.has(principal));

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

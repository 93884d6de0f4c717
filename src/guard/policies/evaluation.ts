import { coversAction, coversType } from '../../platform/index.js';
import { type EvaluationView, MOST_DECIDING } from './policy.dto.js';
import type { Policy, PolicyPrincipal } from './policy.entity.js';
import type { Target } from './policy-targets.js';

/** What is asked: somebody by all their names, a record or all of a type, an action. */
export interface Question {
  principals: readonly string[];
  type: string;
  record: Target | null;
  action: string;
}

type Rules = Pick<Policy, 'id' | 'effect' | 'principals' | 'resources' | 'actions'>;

/** How a principal is named where it is looked up: `user:usr_…`, `any`. */
export const nameOf = ({ type, id }: PolicyPrincipal): string => (id === undefined ? type : `${type}:${id}`);

/** The parts of a question that a policy does not match. */
export function unmatched(policy: Rules, { principals, type, record, action }: Question): EvaluationView['unmatched'] {
  const about = policy.resources.some(
    (resource) =>
      coversType(resource.type, type) &&
      (resource.id ? resource.id === record?.id : !resource.tag || (record?.tags?.includes(resource.tag) ?? false)),
  );
  return [
    ...(policy.principals.some((principal) => principals.includes(nameOf(principal))) ? [] : (['principal'] as const)),
    ...(about ? [] : (['resource'] as const)),
    ...(policy.actions.some((pattern) => coversAction(pattern, action)) ? [] : (['action'] as const)),
  ];
}

/** What a policy, as if it were active, and all others that are come to (D-GRD-5): a deny wins, an allow is needed. */
export function evaluate(policy: Rules, active: readonly Rules[], question: Question): EvaluationView {
  const missed = unmatched(policy, question);
  const others = active.filter(({ id }) => id !== policy.id);
  const matching = [policy, ...others].filter((each) => unmatched(each, question).length === 0);
  const [deny, allow] = (['deny', 'allow'] as const).map((wanted) => matching.find(({ effect }) => effect === wanted));
  const decides = deny ?? allow;
  return {
    result: decides?.effect ?? 'deny',
    matched_policy: decides?.id ?? null,
    deciding_policies: matching
      .flatMap(({ id, effect }) => (effect === decides?.effect ? id : []))
      .slice(0, MOST_DECIDING),
    reason: decides ? `explicit_${decides.effect}` : 'implicit_deny',
    policy_matches: missed.length === 0,
    unmatched: missed,
  };
}

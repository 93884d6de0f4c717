import { type ChangeCondition, type Question, unmatched } from '../../platform/index.js';
import { type EvaluationView, MAX_DECIDING } from './policy.dto.js';
import type { Policy } from './policy.entity.js';

type Rules = Pick<Policy, 'id' | 'effect' | 'principals' | 'resources' | 'actions' | 'when'>;
type ConditionOf = (policy: Rules, type: string) => ChangeCondition | null;

/**
 * Evaluates a policy, treated as active, together with all active ones (D-GRD-5). Deny overrides review, which overrides allow; without an allow the
 * result is an implicit deny.
 */
export function evaluate(
  policy: Rules,
  active: readonly Rules[],
  question: Question,
  conditionOf: ConditionOf,
): EvaluationView {
  const missedBy = (each: Rules) => {
    const missed = unmatched(each, question, conditionOf(each, question.type));
    // Nothing waits for an approval to be read.
    const isRead = each.effect === 'review' && question.action.endsWith(':read') && !missed.includes('action');
    return isRead ? [...missed, 'action' as const] : missed;
  };
  const missed = missedBy(policy);
  const others = active.filter(({ id }) => id !== policy.id);
  const matching = [policy, ...others].filter((each) => missedBy(each).length === 0);
  const [deny, review, allow] = (['deny', 'review', 'allow'] as const).map((wanted) =>
    matching.find(({ effect }) => effect === wanted),
  );
  const decides = deny ?? review ?? allow;
  return {
    result: decides?.effect ?? 'deny',
    matched_policy: decides?.id ?? null,
    deciding_policies: matching
      .flatMap(({ id, effect }) => (effect === decides?.effect ? id : []))
      .slice(0, MAX_DECIDING),
    reason: decides ? `explicit_${decides.effect}` : 'implicit_deny',
    policy_matches: missed.length === 0,
    unmatched: missed,
  };
}

import { PRINCIPAL_TYPES, type PrincipalType } from '../../access/index.js';
import {
  Choice,
  Flag,
  Id,
  ListOf,
  Nested,
  PartialType,
  PickType,
  rule,
  Text,
  Texts,
  ViewType,
} from '../../platform/index.js';
import { isSingleAction, isType } from './catalogue.js';
import { EFFECTS, Policy } from './policy.entity.js';

const written = ['name', 'effect', 'principals', 'resources', 'actions'] as const;

export class CreatePolicy extends PickType(Policy, written) {}

export class UpdatePolicy extends PartialType(PickType(Policy, [...written, 'status'])) {}

export class PolicyQuery extends ListOf(Policy, {
  filter: ['status', 'effect'],
  sort: ['created_at', 'updated_at', 'name'],
}) {}

export class PolicyView extends ViewType(Policy, ['id', ...written, 'status', 'created_at', 'updated_at']) {}

class EvaluatedPrincipal {
  @Choice(PRINCIPAL_TYPES, { description: 'What kind it is.' }) type: PrincipalType;
  @Text({ max: 60, optional: true, description: 'The id, or the name of the role; none for `any`.' }) id?: string;
}

class EvaluatedResource {
  @rule(
    'invalid_value',
    (type: string) => isType(type) && !type.endsWith('*'),
    '$property must be the type of a resource.',
  )
  @Text({ max: 60, example: 'office.document', description: 'The type of the record.' })
  type: string;
  @Text({ max: 60, optional: true, description: 'The id of the record; without one it is about all of the type.' })
  id?: string;
}

export class EvaluatePolicy {
  @Nested(() => EvaluatedPrincipal, { description: 'Somebody who asks.' }) principal: EvaluatedPrincipal;
  @Nested(() => EvaluatedResource, { description: 'What they ask for.' }) resource: EvaluatedResource;
  @rule('invalid_value', isSingleAction, '$property must be an action such as office:write.')
  @Text({ max: 60, example: 'office:delete', description: 'What they ask to do.' })
  action: string;
}

const REASONS = ['explicit_deny', 'explicit_allow', 'implicit_deny'] as const;
export const MOST_DECIDING = 100;
const PARTS = ['principal', 'resource', 'action'] as const;

export class EvaluationView {
  @Choice(EFFECTS, { description: 'What the active policies and this one, as if it were active, come to.' })
  result: (typeof EFFECTS)[number];
  @Id('pol', { nullable: true, description: 'The policy that decides: this one if it does. Null where none matches.' })
  matched_policy: string | null;
  @Texts({
    maxItems: MOST_DECIDING,
    maxLength: 40,
    description: 'It and all others that say the same of the question, one hundred at most.',
  })
  deciding_policies: string[];
  @Choice(REASONS, { description: 'How that comes: a deny wins, an allow is needed.' })
  reason: (typeof REASONS)[number];
  @Flag({ description: 'Whether this policy matches the question.' }) policy_matches: boolean;
  @Texts({ maxItems: 3, maxLength: 10, among: PARTS, description: 'Where it does not.' })
  unmatched: (typeof PARTS)[number][];
}

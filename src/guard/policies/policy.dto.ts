import { PRINCIPAL_TYPES, type PrincipalType } from '../../access/index.js';
import {
  Choice,
  Flag,
  FreeObject,
  Id,
  ListOf,
  Nested,
  PARTS,
  PartialType,
  PickType,
  rule,
  Text,
  Texts,
  ViewType,
} from '../../platform/index.js';
import { isSingleAction, isType } from './catalogue.js';
import { EFFECTS, Policy } from './policy.entity.js';

const written = [
  'name',
  'effect',
  'principals',
  'resources',
  'actions',
  'when',
  'approvers',
  'approvals',
  'expires_in_hours',
] as const;

export class CreatePolicy extends PickType(Policy, [...written, 'status']) {}

export class UpdatePolicy extends PartialType(PickType(Policy, [...written, 'status'])) {}

export class PolicyQuery extends ListOf(Policy, {
  filter: ['status', 'effect'],
  sort: ['created_at', 'updated_at', 'name'],
}) {}

export class PolicyView extends ViewType(Policy, ['id', ...written, 'status', 'created_at', 'updated_at']) {}

class EvaluatedPrincipal {
  @Choice(PRINCIPAL_TYPES, { description: 'Kind.' }) type: PrincipalType;
  @Text({
    max: 60,
    optional: true,
    description: 'The id, the name of the role, or `any` of the OAuth clients; none for `any`.',
  })
  id?: string;
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
  @Nested(() => EvaluatedPrincipal, { description: 'Actor of the question.' }) principal: EvaluatedPrincipal;
  @Nested(() => EvaluatedResource, { description: 'Record of the question.' }) resource: EvaluatedResource;
  @rule('invalid_value', isSingleAction, '$property must be an action such as office:write.')
  @Text({ max: 60, example: 'office:delete', description: 'Action of the question.' })
  action: string;
  @FreeObject({
    optional: true,
    example: { value: 20_000 },
    description:
      'Fields that the change would set, for policies with `when.after`. Without a record: those of a new one.',
  })
  changes?: Record<string, unknown>;
}

const REASONS = ['explicit_deny', 'explicit_review', 'explicit_allow', 'implicit_deny'] as const;
export const MAX_DECIDING = 100;

export class EvaluationView {
  @Choice(EFFECTS, { description: 'Result of the active policies together with this one, as if it were active.' })
  result: (typeof EFFECTS)[number];
  @Id('pol', { nullable: true, description: 'The policy that decides: this one if it does. Null where none matches.' })
  matched_policy: string | null;
  @Texts({
    maxItems: MAX_DECIDING,
    maxLength: 40,
    description: 'Ids of all policies with the deciding effect, one hundred at most.',
  })
  deciding_policies: string[];
  @Choice(REASONS, {
    description:
      'Explanation of the result: a deny wins over a review, a review over an allow, and an allow is needed.',
  })
  reason: (typeof REASONS)[number];
  @Flag({ description: 'Whether this policy matches the question.' }) policy_matches: boolean;
  @Texts({ maxItems: 4, maxLength: 10, among: PARTS, description: 'Reason that it does not match.' })
  unmatched: (typeof PARTS)[number][];
}

import { PRINCIPAL_TYPES, type PrincipalType } from '../../access/index.js';
import {
  Choice,
  eachItem,
  FreeObject,
  Int,
  NestedList,
  RecordEntity,
  ResourceEntity,
  rule,
  Text,
  Texts,
} from '../../platform/index.js';
import { isAction, isType } from './catalogue.js';
import { policies, POLICY_STATUSES } from './policy.resource.js';
import { PolicyRecordStore } from './policy-records.store.js';

const MAX_ITEMS = 100;

export const EFFECTS = ['allow', 'deny', 'review'] as const;
export const APPROVER_TYPES = ['user', 'group', 'role'] as const;

/** A principal that approves what a policy asks about. */
export class PolicyApprover {
  @Choice(APPROVER_TYPES, { description: 'Kind of the approver. A group or role stands for its active members.' })
  type: (typeof APPROVER_TYPES)[number];
  @Text({ max: 60, example: 'sales:admin', description: 'The id of the user or group, or the name of the role.' })
  id: string;
}

/** A principal of a policy. */
export class PolicyPrincipal {
  @Choice(PRINCIPAL_TYPES, {
    description:
      'Kind of the subject. A group stands for its members, an OAuth client for what comes through it, `any` for everyone.',
  })
  type: PrincipalType;
  @Text({
    max: 60,
    optional: true,
    example: 'office:member',
    description:
      'The id of the user, group, API key or OAuth client (`any`: whatever comes through an app), or the name of the role; none for `any`.',
  })
  id?: string;
}

/** A resource of a policy. */
export class PolicyResource {
  @rule('invalid_value', isType, '$property must be the type of a resource, or `<app>.*`.')
  @Text({
    max: 60,
    example: 'office.document',
    description: 'The type of the records, or `<app>.*` for all of an app.',
  })
  type: string;
  @Text({ max: 50, optional: true, example: 'confidential', description: 'Only those that have this tag.' })
  tag?: string;
  @Text({ max: 60, optional: true, description: 'Only the record with this id.' }) id?: string;
}

const notEmpty = rule('required', (items: unknown[]) => items.length > 0, '$property must have at least one item.');

@ResourceEntity(policies, 'policies', { store: PolicyRecordStore })
export class Policy extends RecordEntity {
  @Text({ example: 'No exports for contractors', description: 'Name.' }) name: string;
  @Choice(EFFECTS, {
    description:
      'Active policies that deny are enforced. Those with `review` let a change wait for approvals. Those that allow only matter to evaluations.',
  })
  effect: (typeof EFFECTS)[number];
  @notEmpty
  @NestedList(() => PolicyPrincipal, { maxItems: MAX_ITEMS, description: 'Subjects of the policy.' })
  principals: PolicyPrincipal[];
  @notEmpty
  @NestedList(() => PolicyResource, { maxItems: MAX_ITEMS, description: 'Description.' })
  resources: PolicyResource[];
  @eachItem('invalid_value', (action: string) => isAction(action.trim()), '$property is not an action.')
  @Texts({
    minItems: 1,
    maxItems: MAX_ITEMS,
    maxLength: 60,
    example: ['office:write', 'office:delete'],
    description: '`<app>:read`, `write`, `delete`, `share`, `export`, `<app>:*`, or `*` for all.',
  })
  actions: string[];
  @FreeObject({
    optional: true,
    nullable: true,
    audit: 'values',
    example: { before: { status: 'open' }, after: { value: { gte: 10_000 } } },
    description:
      'Only records that match these conditions `before` and `after` the change. A field without a value matches nothing. Reads, lists and search go by `before`.',
  })
  when?: Readonly<Record<string, unknown>> | null;
  @NestedList(() => PolicyApprover, {
    maxItems: 20,
    default: [],
    description: 'Who approves the changes, for `review`. Nobody approves what they asked for.',
  })
  approvers: PolicyApprover[];
  @Int({ min: 1, max: 3, default: 1, description: 'Number of approvals that a change needs, for `review`.' })
  approvals: number;
  @Int({
    min: 1,
    max: 720,
    default: 72,
    description: 'Hours after which a change without approvals expires, for `review`.',
  })
  expires_in_hours: number;
  @Choice(POLICY_STATUSES, { default: 'inactive', description: 'Status of the policy.' }) status: string;
}

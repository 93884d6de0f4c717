import { isIP } from 'node:net';
import {
  Choice,
  eachItem,
  fieldsOf,
  Flag,
  FreeObject,
  Int,
  LongText,
  Nested,
  OUTCOMES,
  RecordEntity,
  ResourceEntity,
  rule,
  Tags,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { isType } from '../policies/catalogue.js';
import { isKnownAction } from './actions.js';
import { alertRules, GROUPINGS, RULE_STATUSES, SEVERITIES } from './alert-rule.resource.js';

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const family = isIP(address);
  if (!family || rest.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** A condition on the change of one field. */
export class ChangeCondition {
  @Text({ max: 100, example: 'roles', description: 'Name of the field.' }) field: string;
  @Texts({
    maxItems: 50,
    maxLength: 255,
    optional: true,
    description: 'New values of the field, or new items of a list; one must match.',
  })
  to?: string[];
  @Flag({ optional: true, description: 'true: the number decreases.' }) lowered?: boolean;
  @Flag({ optional: true, description: 'true: the entry has no change of the field.' }) absent?: boolean;
}

/** A condition (D-QRY-1) on the changed fields of a record, before and after the change. */
export class When {
  @FreeObject({ optional: true, example: { status: 'active' }, description: 'Condition on the values before.' })
  before?: Readonly<Record<string, unknown>>;
  @FreeObject({ optional: true, example: { status: 'inactive' }, description: 'Condition on the values after.' })
  after?: Readonly<Record<string, unknown>>;
}

/** Condition on entries; all given parts must match. */
export class AlertCondition {
  @eachItem(
    'invalid_value',
    (action: string) => isKnownAction(action.trim()),
    '$property is not the name of an action.',
  )
  @Texts({
    minItems: 1,
    maxItems: 50,
    maxLength: 100,
    optional: true,
    example: ['office.document.deleted', 'access.*'],
    description: 'Actions, one of which must match; `*` at the end matches every continuation.',
  })
  actions?: string[];
  @Choice(OUTCOMES, { optional: true, description: 'Outcome.' }) outcome?: string;
  @Text({ max: 60, optional: true, description: 'Id of the actor.' }) actor_id?: string;
  @rule('invalid_value', isType, '$property must be the type of a resource.')
  @Text({ max: 60, optional: true, example: 'office.document', description: 'The type of the record.' })
  resource_type?: string;
  @eachItem('invalid_format', isNetwork, '$property must be an IP address, or a network such as 10.0.0.0/8.')
  @Texts({
    minItems: 1,
    maxItems: 50,
    maxLength: 50,
    optional: true,
    example: ['10.0.0.0/8'],
    description: 'Trusted addresses and networks (CIDR); entries from other addresses match.',
  })
  ip_not_in?: string[];
  @Nested(() => When, {
    optional: true,
    description:
      'Conditions on the fields that changed, before and after. A field that did not change matches neither a comparison nor its `not`.',
  })
  when?: When;
  @Nested(() => ChangeCondition, {
    optional: true,
    description: 'The change of one field, for what `when` cannot say: new items of a list, a lower number, no change.',
  })
  change?: ChangeCondition;
}

const notEmpty = rule(
  'required',
  // Unknown parts are stripped later.
  (condition: Partial<Record<string, unknown>>) =>
    [...fieldsOf(AlertCondition.prototype).keys()].some((part) => (condition[part] ?? null) !== null),
  '$property must have at least one part.',
);

@ResourceEntity(alertRules, 'alert_rules')
export class AlertRule extends RecordEntity {
  @Text({ example: 'Many deletions', description: 'Name; also the title of its alerts.' }) name: string;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'Purpose.' }) description: string;
  @Choice(SEVERITIES, { default: 'medium', description: 'Severity.' }) severity: (typeof SEVERITIES)[number];
  @Choice(RULE_STATUSES, { default: 'inactive', description: 'Whether the rule is enabled.' }) status: string;
  @notEmpty
  @Nested(() => AlertCondition, { description: 'Condition on entries of the audit log.' })
  condition: AlertCondition;
  @Int({ min: 1, max: 1_000, default: 1, description: 'Number of entries within the window that raise an alert.' })
  threshold: number;
  @Int({ min: 1, max: 1_440, default: 60, description: 'Minutes.' }) window_minutes: number;
  @Choice(GROUPINGS, {
    default: 'none',
    description: 'Field by which entries are counted separately; entries without it do not count.',
  })
  group_by: (typeof GROUPINGS)[number];
  @Int({
    min: 1,
    max: 10_080,
    default: 60,
    description: 'Minutes after an alert in which further entries join it, unless it is resolved.',
  })
  dedup_minutes: number;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'Recommended response.' }) runbook: string;
  @Flag({ default: false, description: 'Whether admins of guard get a mail for each alert.' }) mail_admins: boolean;
  @Tags({ default: [] }) tags: string[];
  /** Name of a built-in rule; null for custom rules. */
  @Text({ nullable: true }) built_in: string | null;
  /** Start of evaluation; null while inactive. */
  @Timestamp({ nullable: true }) activated_at: string | null;
  /** Updated with alerts, without a new revision. */
  @Timestamp({ nullable: true, description: 'Time of the last alert.' }) last_triggered_at: string | null;
}

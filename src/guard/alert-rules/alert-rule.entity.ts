import { isIP } from 'node:net';
import {
  Choice,
  eachItem,
  fieldsOf,
  Flag,
  Int,
  LongText,
  Nested,
  RecordEntity,
  ResourceEntity,
  rule,
  Tags,
  Text,
  Texts,
  Timestamp,
} from '../../platform/index.js';
import { OUTCOMES } from '../audit-logs/audit-log.resource.js';
import { isType } from '../policies/catalogue.js';
import { isKnownAction } from './actions.js';
import { alertRules, GROUPINGS, RULE_STATUSES, SEVERITIES } from './alert-rule.resource.js';

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const family = isIP(address);
  if (!family || rest.length) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
};

/** What the changes of an entry say of one field. */
export class ChangeCondition {
  @Text({ max: 100, example: 'roles', description: 'The name of the field.' }) field: string;
  @Texts({ maxItems: 50, maxLength: 255, optional: true, description: 'It becomes one of these; a list gets one.' })
  to?: string[];
  @Flag({ optional: true, description: 'True: the number becomes less.' }) lowered?: boolean;
  @Flag({ optional: true, description: 'True: the entry says nothing of the field.' }) absent?: boolean;
}

/** Which entries count: those that meet each part that is there. */
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
    description: 'Actions, one of which it is; `*` at the end matches all that begin like it.',
  })
  actions?: string[];
  @Choice(OUTCOMES, { optional: true, description: 'How it ended.' }) outcome?: string;
  @Text({ max: 60, optional: true, description: 'The id of the caller.' }) actor_id?: string;
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
    description: 'Addresses and networks (CIDR); those from elsewhere count.',
  })
  ip_not_in?: string[];
  @Nested(() => ChangeCondition, { optional: true, description: 'What it changed.' }) change?: ChangeCondition;
}

const notEmpty = rule(
  'required',
  // Parts that nobody knows are left out later.
  (condition: Partial<Record<string, unknown>>) =>
    [...fieldsOf(AlertCondition.prototype).keys()].some((part) => (condition[part] ?? null) !== null),
  '$property must have at least one part.',
);

@ResourceEntity(alertRules, 'alert_rules')
export class AlertRule extends RecordEntity {
  @Text({ example: 'Many deletions', description: 'What it is called; alerts have it as their title.' }) name: string;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'What it is for.' }) description: string;
  @Choice(SEVERITIES, { default: 'medium', description: 'How bad it is.' }) severity: (typeof SEVERITIES)[number];
  @Choice(RULE_STATUSES, { default: 'inactive', description: 'Whether it is evaluated.' }) status: string;
  @notEmpty
  @Nested(() => AlertCondition, { description: 'Which entries of the audit log count.' })
  condition: AlertCondition;
  @Int({ min: 1, max: 1_000, default: 1, description: 'So many entries within the window make an alert.' })
  threshold: number;
  @Int({ min: 1, max: 1_440, default: 60, description: 'Minutes.' }) window_minutes: number;
  @Choice(GROUPINGS, {
    default: 'none',
    description: 'Entries are counted apart by this; those without it do not count.',
  })
  group_by: (typeof GROUPINGS)[number];
  @Int({
    min: 1,
    max: 10_080,
    default: 60,
    description: 'Minutes from an alert in which further entries are added to it, unless it is resolved.',
  })
  dedup_minutes: number;
  @LongText({ max: 10_000, default: '', audit: 'values', description: 'What to do about it.' }) runbook: string;
  @Flag({ default: false, description: 'Whether admins of guard get a mail about each alert.' }) mail_admins: boolean;
  @Tags({ default: [] }) tags: string[];
  /** Its name among those that every workspace has; null for own ones. */
  @Text({ nullable: true }) built_in: string | null;
  /** Entries count from then on; null while it is inactive. */
  @Timestamp({ nullable: true }) activated_at: string | null;
  /** Written beside the alerts, without a new revision. */
  @Timestamp({ nullable: true, description: 'When it last made an alert.' }) last_triggered_at: string | null;
}

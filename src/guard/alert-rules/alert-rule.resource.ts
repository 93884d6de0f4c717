import { conflictError, defineResource } from '../../platform/index.js';

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export const RULE_STATUSES = ['active', 'inactive'] as const;
export const GROUPINGS = ['actor_id', 'actor_email', 'ip_address', 'resource_id', 'none'] as const;

/** The type of what rules raise. */
export const ALERTS = 'guard.alert';

/** Rules that make alerts from entries of the audit log (D-GRD-8). */
export const alertRules = defineResource('guard.alert_rule', {
  idPrefix: 'rul',
  searchable: ['name'],
  states: { inactive: ['active'], active: ['inactive'] },
  errors: {
    builtIn: conflictError('Built-in rules can be changed and switched off, not deleted.'),
    tooMany: conflictError('A workspace has at most 200 alert rules.'),
  },
});

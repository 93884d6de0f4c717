import { defineResource } from '../../platform/index.js';

export const OUTCOMES = ['success', 'failure', 'denied'] as const;

export const auditLogs = defineResource('guard.audit_log', {
  idPrefix: 'evt',
  countedBy: [
    'action',
    'resource_type',
    'outcome',
    'actor_id',
    `day=to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD')`,
  ],
  countedByMany: ['actor_id', 'day'],
});

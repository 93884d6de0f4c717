import { defineResource } from '../../platform/index.js';

export const OUTCOMES = ['success', 'failure', 'denied'] as const;

export const auditLogs = defineResource('guard.audit_log', {
  idPrefix: 'evt',
  countedBy: [
    'action',
    'resource_type',
    'outcome',
    'actor_id',
    'ip_address',
    `day=to_char("timestamp" at time zone 'UTC', 'YYYY-MM-DD')`,
  ],
  countedByMany: ['actor_id', 'ip_address', 'day'],
  // Of a caller at an address within some days there are few enough to count them one by one.
  countedTogether: [
    [],
    ['actor_id'],
    ['ip_address'],
    ['actor_id', 'ip_address'],
    ['day'],
    ['actor_id', 'day'],
    ['ip_address', 'day'],
  ],
});

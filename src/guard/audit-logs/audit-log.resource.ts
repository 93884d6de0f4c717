import { defineResource } from '../../platform/index.js';

export const OUTCOMES = ['success', 'failure', 'denied'] as const;

export const auditLogs = defineResource('guard.audit_log', {
  idPrefix: 'evt',
});

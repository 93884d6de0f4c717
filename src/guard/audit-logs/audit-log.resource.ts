import { defineResource } from '../../platform/index.js';

export const auditLogs = defineResource('guard.audit_log', {
  idPrefix: 'evt',
});

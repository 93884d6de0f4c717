import { defineResource } from '../../platform/index.js';

export const auditLogs = defineResource('guard.audit_log', {
  idPrefix: 'evt',
  sharesPrefixWith: 'webhooks.event',
  feed: { none: 'The audit trail has an entry for every change already, so its events would tell each change twice.' },
});

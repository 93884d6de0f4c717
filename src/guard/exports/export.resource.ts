import { Choice, defineResource, event, FILE_JOB_STATES, Id, Int, Text } from '../../platform/index.js';

export const FORMATS = ['csv', 'json', 'jsonl'] as const;
export type Format = (typeof FORMATS)[number];

class AuditExported {
  @Id('exp', { description: 'The export.' }) job_id: string;
  @Choice(FORMATS, { description: 'Format of the file.' }) format: string;
  @Int({ min: 0, example: 1250, description: 'Number of entries.' }) row_count: number;
  @Text({ description: 'User or API key that requested the export.', example: 'usr_01jz8k3m5n7p9q1r3s5t7v9w1x' })
  requested_by: string;
}

export const exports = defineResource('guard.export', {
  idPrefix: 'exp',
  states: FILE_JOB_STATES,
  events: { exported: event(AuditExported, ({ id }: { id: string }) => ({ job_id: id }), 'guard.audit.exported') },
  userColumns: ['requested_by'],
  notices: [{ kind: 'export', on: ['exported'], to: ['requested_by'] }],
  // Everybody who may read the trail may export it (D-ACC-7); exports have no owner.
  writable: () => 'all',
});

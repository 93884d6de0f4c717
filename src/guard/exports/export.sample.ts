import { eventually } from '../../../test/support/eventually.js';
import { sample } from '../../../test/support/sample.js';

export default sample('guard.export', {
  // It stands still once its file is written.
  record: async ({ client }) => {
    const { job_id } = (await client.post('/v1/guard/audit-logs/export', { format: 'jsonl' })).body;
    await eventually(async () => {
      const { status } = (await client.get(`/v1/guard/exports/${job_id}`)).body;
      if (status !== 'completed') throw new Error(`The export is ${status}.`);
    });
    return job_id;
  },
  access: [{ sees: 'viewer', changes: 'member' }],
  routes: {
    'POST /v1/guard/audit-logs/export': {
      body: { format: 'csv', filters: { action: 'office.*' } },
      invalid: [
        { format: 'xml' },
        { gzip: 'yes' },
        { filters: [] },
        { filters: { colour: 'red' } },
        { filters: { outcome: 'other' } },
        { filters: { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' } },
      ],
    },
  },
});

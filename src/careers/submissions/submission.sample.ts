import { randomUUID } from 'node:crypto';
import { requests } from '../../../test/support/sample.js';

export default requests({
  'POST /v1/careers/jobs/:job_id/applications': async ({ client, make }) => {
    const job = await make('careers.job');
    await client.post(`/v1/careers/jobs/${job}/publish`);
    const candidate = { display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com` };
    return { path: `/v1/careers/jobs/${job}/applications`, body: { candidate } };
  },
});

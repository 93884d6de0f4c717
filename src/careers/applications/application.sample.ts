import { randomUUID } from 'node:crypto';
import { type Given, sample } from '../../../test/support/sample.js';

/** Submits an application to a new job, by the client itself, whom no limit by address holds up. */
async function anApplication({ client, make }: Given, facts: object = {}): Promise<string> {
  const job = await make('careers.job');
  await client.post(`/v1/careers/jobs/${job}/publish`);
  const candidate = { display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com` };
  return (await client.post(`/v1/careers/jobs/${job}/applications`, { candidate, ...facts })).body.id;
}

export default sample('careers.application', {
  text: (display_name) => ({ candidate: { display_name, email: `${randomUUID()}@example.com` } }),
  record: anApplication,
  update: { tags: ['python'] },
  routes: {
    'GET /v1/careers/jobs/:job_id/applications': async (given) => {
      const id = await anApplication(given);
      const { job_id } = (await given.client.get(`/v1/careers/applications/${id}`)).body;
      return { path: `/v1/careers/jobs/${job_id}/applications` };
    },
    'GET /v1/careers/applications': async (given) => {
      await anApplication(given);
      return {};
    },
    'PATCH /v1/careers/applications/:id': {
      invalid: [{ stage_id: null }, { stage_id: 'stg_1' }, { stage_note: 'Why?' }, { tags: [1] }],
    },
    'POST /v1/careers/applications/:id/disqualify': {
      body: { reason: 'position_filled', notify_candidate: true },
      invalid: [{}, { reason: '' }, { reason: 'r'.repeat(501) }, { reason: 'spam', notify_delay_minutes: -1 }],
    },
    'POST /v1/careers/applications/:id/reopen': async (given) => {
      const path = `/v1/careers/applications/${await anApplication(given)}`;
      await given.client.post(`${path}/withdraw`);
      return { path: `${path}/reopen` };
    },
  },
});

import { type Given, requests } from '../../../test/support/sample.js';

const candidate = { display_name: 'Ada Lovelace', email: 'ada@example.com' };

/** Applies for two jobs. */
async function applyTwice({ client, make }: Given): Promise<{ query: string }> {
  for (let n = 0; n < 2; n++) {
    const job = await make('careers.job');
    await client.post(`/v1/careers/jobs/${job}/publish`);
    await client.post(`/v1/careers/jobs/${job}/applications`, { candidate });
  }
  return { query: `email=${candidate.email}` };
}

export default requests({ 'GET /v1/careers/candidates': applyTwice });

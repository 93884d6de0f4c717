import { randomUUID } from 'node:crypto';
import { type Given, Raw, requests } from '../../../test/support/sample.js';

async function published({ client, make }: Given): Promise<string> {
  const id = await make('careers.job');
  await client.post(`/v1/careers/jobs/${id}/publish`);
  return id;
}

export default requests({
  'GET /careers/:workspace_id': async (given) => {
    const id = await published(given);
    const { rows } = await given.suite.database.execute('select workspace_id from jobs where id = $1', [id]);
    return { path: `/careers/${rows[0]!.workspace_id}` };
  },
  'GET /careers/jobs/:id': async (given) => ({ path: `/careers/jobs/${await published(given)}` }),
  'GET /careers/jobs/:id/thanks': async (given) => ({ path: `/careers/jobs/${await published(given)}/thanks` }),
  'POST /careers/jobs/:id': async (given) => {
    const part = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const fields = [
      part('candidate.display_name', 'Ada Lovelace'),
      part('candidate.email', `${randomUUID()}@example.com`),
    ];
    const body = new Raw('multipart/form-data; boundary=x', `${fields.join('')}--x--\r\n`);
    return { path: `/careers/jobs/${await published(given)}`, body };
  },
});

import { randomUUID } from 'node:crypto';
import { type Given, Raw, sample } from '../../../test/support/sample.js';

const part = (name: string, rest: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;

/** The path of an attachment of an application. */
async function anAttachment({ client, make }: Given): Promise<string> {
  const job = await make('careers.job', { application_form: { fields: [{ name: 'cv', type: 'file' }] } });
  await client.post(`/v1/careers/jobs/${job}/publish`);
  const candidate = { display_name: 'Ada Lovelace', email: `${randomUUID()}@example.com` };
  const { type, text } = new Raw(
    'multipart/form-data; boundary=x',
    `${part('application', '', JSON.stringify({ candidate }))}${part('cv', '; filename="cv.txt"', 'I build.')}--x--\r\n`,
  );
  const sent = await client.post(`/v1/careers/jobs/${job}/applications`, text, { headers: { 'Content-Type': type } });
  const at = `/v1/careers/applications/${sent.body.id}`;
  const { attachments } = (await client.get(at)).body;
  return `${at}/attachments/${attachments[0].id}`;
}

export default sample('careers.attachment', {
  routes: {
    'POST /v1/careers/applications/:id/attachments': {
      body: async ({ make }) => ({ file_id: await make('office.file'), label: 'resume' }),
      invalid: [{}, { file_id: 'fil_1', label: 'resume' }, { file_id: `fil_${'0'.repeat(26)}`, label: 'resume' }],
    },
    'GET /v1/careers/applications/:id/attachments/:attachment_id/download': async (given) => ({
      path: `${await anAttachment(given)}/download`,
    }),
    'GET /v1/careers/applications/:id/attachments/:attachment_id/content': async (given) => ({
      path: `${await anAttachment(given)}/content`,
    }),
    'DELETE /v1/careers/applications/:id/attachments/:attachment_id': async (given) => ({
      path: await anAttachment(given),
    }),
  },
});

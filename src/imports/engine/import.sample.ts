import { formWithFile, type Given, sample } from '../../../test/support/sample.js';

/** Without rows, so that the worker that reads it writes nothing in the name of whoever sent it. */
const file = (text = 'name\r\n') => formWithFile('projects.csv', text);

/** An import in a status in which no worker comes to it. */
const anImport =
  (facts: string) =>
  async ({ suite, client }: Given): Promise<string> => {
    const { type, text } = file();
    const { body } = await client.send('POST', '/v1/imports', { body: text, headers: { 'Content-Type': type } });
    await suite.database.execute(
      `update imports set revision = revision + 1, lease_until = '9999-01-01', sources = '{"blobs":["none"],"day_first":[true],"fixed":true}', ${facts}
       where id = $1`,
      [body.id],
    );
    return body.id;
  };

const pathOf = (action: string, facts: string) => async (given: Given) => ({
  path: `/v1/imports/${await anImport(facts)(given)}/${action}`,
});

export default sample('imports.import', {
  record: anImport(`status = 'pending'`),
  routes: {
    'POST /v1/imports': {
      body: file(),
      invalid: [file(''), file('a,b\r\n1,2\r\n'), file('name\r\n"never closes\r\n')],
    },
    'POST /v1/imports/samples': { body: {} },
    'GET /v1/imports/formats': { everybody: true },
    'POST /v1/imports/:id/start': pathOf('start', `status = 'completed', dry_run = true`),
    'POST /v1/imports/:id/cancel': pathOf('cancel', `status = 'running'`),
    'POST /v1/imports/:id/undo': pathOf('undo', `status = 'completed', undo_until = '9999-01-01'`),
  },
});

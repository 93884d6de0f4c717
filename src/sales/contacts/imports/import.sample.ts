import { formWithFile, type Given, sample } from '../../../../test/support/sample.js';

/** Without rows, so that the worker writes no contacts. */
const file = (text = 'display_name,email\r\n') => formWithFile('contacts.csv', text);

async function anImport({ suite, client }: Given): Promise<string> {
  const { type, text } = file();
  const path = '/v1/sales/contacts/import';
  const { body } = await client.send('POST', path, { body: text, headers: { 'Content-Type': type } });
  // Pending, and not visible to running workers.
  const unread = `status = 'pending', processed_count = 1, lease_until = '9999-01-01', blob_key = 'none'`;
  await suite.database.execute(`update sales_imports set ${unread} where id = $1`, [body.id]);
  return body.id;
}

export default sample('sales.import', {
  record: anImport,
  routes: {
    'POST /v1/sales/contacts/import': {
      body: file(),
      invalid: [
        file(''),
        file('phone\r\n1\r\n'),
        file('email,email\r\n'),
        file('email\r\n"never closes\r\n'),
        file(`email\r\n"${'x'.repeat(10 * 2 ** 20)}"\r\n`),
      ],
    },
  },
});

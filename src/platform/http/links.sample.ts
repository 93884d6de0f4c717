import { requests } from '../../../test/support/sample.js';

export default requests({
  'GET /files/:key': async ({ client, make }) => {
    const { body } = await client.get(`/v1/office/files/${await make('office.file')}/download`);
    return { path: body.url.slice(new URL(body.url).origin.length) };
  },
});

import { bytes, sample } from '../../../../test/support/sample.js';

const UPLOADS = '/v1/office/files/upload/chunked';
const film = { name: 'film.mp4', size_bytes: 5 };
const part = bytes('bytes');

export default sample('office.upload', {
  create: film,
  record: async ({ client }) => (await client.post(UPLOADS, film)).body.session_id,
  invalid: [{}, { name: 'film.mp4', size_bytes: 0 }, { ...film, sha256: 'x' }],
  access: [{ sees: 'editor', changes: 'editor' }],
  routes: {
    'PUT /v1/office/files/upload/chunked/:session_id/parts/:part_number': async ({ make }) => ({
      path: `${UPLOADS}/${await make()}/parts/1`,
      body: part,
    }),
    'POST /v1/office/files/upload/chunked/:session_id/complete': async ({ client, make }) => {
      const path = `${UPLOADS}/${await make()}`;
      await client.put(`${path}/parts/1`, part.text, { headers: { 'Content-Type': part.type } });
      return { path: `${path}/complete` };
    },
  },
});

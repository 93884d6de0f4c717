import { eventually } from '../../../test/support/eventually.js';
import { sample } from '../../../test/support/sample.js';

export default sample('operations.archive', {
  // It stands still once its file is written.
  record: async ({ client }) => {
    const { status, body, text } = await client.post('/v1/operations/archives');
    if (status !== 202) throw new Error(`No archive is made: ${text}`);
    const { id } = body;
    await eventually(async () => {
      const archive = (await client.get(`/v1/operations/archives/${id}`)).body;
      if (archive.status !== 'completed') throw new Error(`The archive is ${archive.status}.`);
    });
    return id;
  },
});

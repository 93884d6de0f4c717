import { type Given, sample } from '../../../../test/support/sample.js';
import { CheckpointsService } from './checkpoints.service.js';

const PATH = '/v1/guard/audit-logs/checkpoints';

let wanted = 0;

/**
 * Makes checkpoints and answers the number of the last one. Numbers begin at 1 in every workspace, so every call makes more
 * than those before: no other workspace has its number.
 */
async function checkpoint({ suite, make, client }: Given): Promise<string> {
  for (wanted += 4; ;) {
    await make('office.document');
    await suite.app.get(CheckpointsService).run(0);
    const { meta } = (await client.get(PATH)).body;
    if (meta.total >= wanted) return String(meta.total);
  }
}

export default sample('guard.checkpoint', {
  record: checkpoint,
  routes: { [`GET ${PATH}/:number`]: async (given) => ({ path: `${PATH}/${await checkpoint(given)}` }) },
});

import { type Given, requests } from '../../../test/support/sample.js';

const BOARD = '/v1/careers/board/jobs';

async function published({ client, make }: Given): Promise<string> {
  const id = await make('careers.job');
  await client.post(`/v1/careers/jobs/${id}/publish`);
  return id;
}

/** The list of the workspace that the request is made for. */
const ofWorkspace = (path: string) => async (given: Given) => {
  const id = await published(given);
  const { rows } = await given.suite.database.execute('select workspace_id from jobs where id = $1', [id]);
  return { path, query: `workspace_id=${rows[0]!.workspace_id}` };
};

export default requests({
  [`GET ${BOARD}`]: ofWorkspace(BOARD),
  [`GET ${BOARD}.atom`]: ofWorkspace(`${BOARD}.atom`),
  [`GET ${BOARD}/:id`]: async (given) => ({ path: `${BOARD}/${await published(given)}` }),
  [`GET ${BOARD}/:id.jsonld`]: async (given) => ({ path: `${BOARD}/${await published(given)}.jsonld` }),
});

import { deepStrictEqual } from 'node:assert';
import { costs, nothingLeft } from './cost.js';
import { ask, fire, type LoadOptions, type Measured, median, type Request } from './load.js';
import { APPLICATION_HISTORY } from './seed-facts.js';
import type { Server, Stage } from './stage.js';

const APPLICATIONS = '/v1/careers/applications';
const MANY = 100_000;
const FEW = 1_000;
/** How many are moved; each connection has its own. */
const MOVED = 2_000;
/** Enough for a round: no candidate applies twice. */
const CANDIDATES = 12_000;

interface Given {
  many: string;
  few: string;
  stages: string[];
}

/**
 * Submitting, listing and moving applications against hand-written statements on the same tables, by processor time of the
 * server and of PostgreSQL; and a page of many applications against one of few.
 */
export async function careers(stage: Stage, rounds: number, options: LoadOptions): Promise<string[][]> {
  const app = await stage.startApp({ ROLE: 'all' });
  const { many, few, stages } = await seed(stage);
  const limit = await stage.startCareersLimit();
  const cursors = new Map<Server, string>();
  for (const server of [app, limit]) cursors.set(server, await deep(server, many));

  const scenarios: Record<string, (server: Server, run: number) => Request[]> = {
    submit: (_, run) => Array.from({ length: CANDIDATES }, (_, n) => submission(many, `${run}.${n}@example.com`)),
    list: () => [{ path: many }],
    'list, deep': (server) => [{ path: `${many}?cursor=${cursors.get(server)}` }],
    move: (_, run) => stages.flatMap((_, turn) => moves(stages[(run + turn) % stages.length]!)),
  };
  await check(scenarios, app, limit);

  const rows = [['careers', 'limit µs', 'app µs', 'limit / app', 'goal']];
  for (const row of await costs(stage, limit, app, scenarios, rounds, options)) rows.push([...row, '≥ 0.8']);
  const pages: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round <= rounds; round++)
    for (const [index, path] of [few, many].entries()) pages[index]!.push(await fire(app, [{ path }], options));
  // The first round warms up.
  const [small, large] = pages.map((measured) => median(measured.slice(1).map(({ rate }) => 1e6 / rate))) as [
    number,
    number,
  ];
  const name = `page of ${MANY} against ${FEW}`;
  rows.push([name, small.toFixed(0), large.toFixed(0), (large / small).toFixed(2), '≤ 1.2']);
  return rows;
}

const submission = (path: string, email: string): Request => ({
  method: 'POST',
  path,
  body: { candidate: { display_name: 'Ada Lovelace', email }, answers: [{ field: 'why', value: 'Because.' }] },
});

const idOf = (n: number) => `app_${String(n).padStart(26, '0')}`;
const moves = (stage_id: string) =>
  Array.from({ length: MOVED }, (_, n): Request => ({
    method: 'PATCH',
    path: `${APPLICATIONS}/${idOf(n + 1)}`,
    body: { stage_id },
  }));

/** Two published jobs in the default pipeline, with many and with few applications. */
async function seed(stage: Stage): Promise<Given> {
  const found = await stage.sql.query('select workspace_id, id, stage_ids from careers_pipelines where is_default');
  const { workspace_id, id: pipeline, stage_ids: stages } = found.rows[0];
  const paths = [];
  for (const [index, count] of [MANY, FEW].entries()) {
    const job = `job_${String(index).padStart(26, '0')}`;
    const first = index * MANY;
    await stage.sql.query(
      `insert into jobs (workspace_id, id, title, description, pipeline_id, status, channels, application_form, confirmation_mail,
          owner_id, tags, published_at, created_at, updated_at, revision)
       values ($1, $2, 'Engineer', '', $3, 'published', '{careers_site}',
         '{"fields": [{"name": "why", "type": "text", "label": null, "options": [], "required": true}]}', false,
         'usr_00000000000000000000000001', '{}', now(), now(), now(), 1)`,
      [workspace_id, job, pipeline],
    );
    await stage.sql.query(
      `insert into applications (workspace_id, id, job_id, owner_id, status, stage_id, candidate, email_digest, answers, tags,
          scorecard_count, created_at, updated_at, revision)
       select $1, 'app_' || lpad(n::text, 26, '0'), $2, 'usr_00000000000000000000000001', 'active', ($3::text[])[1],
          jsonb_build_object('display_name', 'Candidate ' || n, 'email', n || '@example.org', 'phone', null), md5(n::text),
          '[{"field": "why", "value": "Because."}]', '{}', 0, t.at, t.at, 1
       from generate_series($4::int + 1, $4::int + $5::int) n, lateral (select now() - ($5::int + $4::int - n) * interval '1 minute' as at) t`,
      [workspace_id, job, stages, first, count],
    );
    paths.push(`/v1/careers/jobs/${job}/applications`);
  }
  await stage.sql.query(APPLICATION_HISTORY);
  await nothingLeft(stage);
  return { many: paths[0]!, few: paths[1]!, stages };
}

/** A cursor in the middle of the list. */
async function deep(server: Server, path: string): Promise<string> {
  let cursor = '';
  for (let page = 0; page < 50; page++) {
    const { meta } = await ask(server, { path: `${path}?limit=100${cursor && `&cursor=${cursor}`}` });
    cursor = meta.next_cursor;
  }
  return cursor;
}

/** Both sides must answer the same, apart from what each makes up itself. */
async function check(
  scenarios: Record<string, (server: Server, run: number) => Request[]>,
  ...servers: Server[]
): Promise<void> {
  for (const [name, scenario] of Object.entries(scenarios)) {
    const answers = [];
    for (const [index, server] of servers.entries()) {
      const requests = scenario(server, 0);
      const answer = await ask(server, requests[index % requests.length]!);
      if (answer.meta) answer.meta.next_cursor = typeof answer.meta.next_cursor;
      answers.push({ ...answer, data: name.startsWith('list') ? answer.data : Object.keys(answer).toSorted() });
    }
    const [ours, theirs] = answers.map(({ data, meta }) => ({ data, meta }));
    deepStrictEqual(ours, theirs, `${name}: the application and the limit answer differently.`);
  }
}

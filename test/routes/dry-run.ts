import { readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { whyNoDryRun } from '../../src/platform/request/dry-run.js';
import type { Route } from '../../src/platform/request/routes.js';
import { nameOf, type Prepared, prepare } from '../support/sample-registry.js';
import type { Answer, Client, TestApp } from '../support/test-app.js';

/**
 * Tables that requests write to for other reasons: the use of a credential, budgets, and entries of refused attempts with their seals
 * and alert rules.
 */
const WRITTEN_ANYWAY = /^(api_keys|access_tokens|sessions|rate_limits|audit_.*|alert_positions)$/;

/** The number of rows of each table, and the last transaction that wrote to it; the successful audit entries; and stored files. */
export async function written({ database, settings }: TestApp): Promise<Record<string, string>> {
  const { rows: tables } = await database.pool.query(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts = tables
    .map(({ name }) => name)
    .filter((name) => !WRITTEN_ANYWAY.test(name))
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as state from "${name}"`,
    );
  counts.push(`select 'entries', count(*)::text from audit_entries where outcome = 'success'`);
  const { rows } = await database.pool.query(counts.join(' union all '));
  // Made with the first file.
  const files = await readdir(settings.DATA_DIR, { recursive: true }).catch(() => []);
  return { ...Object.fromEntries(rows.map(({ name, state }) => [name, state])), files: String(files.length) };
}

const DRY = { Prefer: 'dry-run' };

/**
 * Sends the sample of each of these routes as a dry run. Each that changes something, or is answered otherwise, is a fault. The rows are
 * counted once for all routes, which takes seconds, and for each alone only where something is not as expected.
 */
export async function faultsOfDryRuns(routes: Route[], owner: Client, running: TestApp): Promise<string[]> {
  const prepared: [Route, Prepared][] = [];
  for (const route of routes) prepared.push([route, await prepare(route, owner)]);
  const before = await quiet(running);
  const otherwise: Route[] = [];
  for (const [route, { send }] of prepared) if (!isExpected(route, await send(owner, DRY))) otherwise.push(route);
  const suspects = isDeepStrictEqual(before, await written(running)) ? otherwise : routes;
  const wrong: string[] = [];
  for (const route of suspects) {
    const problem = await problemOf(route, owner, running);
    if (problem) wrong.push(`${nameOf(route)}: ${problem}`);
  }
  return wrong;
}

const isExpected = (route: Route, { status, body }: Answer): boolean =>
  whyNoDryRun(route) ? status === 400 : status === 200 && body.dry_run === true;

/** Times that a dry run is tried where it was not as expected, because workers change things too. */
const MAX_TRIES = 4;

/** Whether the relay and the listeners have caught up. */
async function isHandled({ database }: TestApp): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select not exists (select from outbox)
       and (select min(position) from event_cursors) = (select coalesce(max(position), 0) from events) as handled`,
  );
  return rows[0].handled;
}

/** What is written, once workers have nothing to add. */
async function quiet(running: TestApp): Promise<Record<string, string>> {
  let before = await written(running);
  await expect.poll(() => isHandled(running)).toBe(true);
  await expect.poll(async () => isDeepStrictEqual(before, (before = await written(running)))).toBe(true);
  return before;
}

/** Sends the sample of a route as a dry run. Null: it did as it should. */
async function problemOf(route: Route, owner: Client, running: TestApp): Promise<string | null> {
  let problem: string | null = null;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { send } = await prepare(route, owner);
    // Some records are changed by workers soon, such as an import that may be cancelled until then: no wait for these.
    const before = await (tries % 2 === 0 ? quiet(running) : written(running));
    const answer = await send(owner, DRY);
    const after = await written(running);
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    if (!isExpected(route, answer)) problem = `${answer.status} ${answer.text}`;
    else if (changed.length) problem = `changes ${changed}`;
    else return null;
  }
  return problem;
}

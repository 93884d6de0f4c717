import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/platform/database/data-source.js';
import type { ExtensionMigrations } from '../../src/platform/database/extension-migrations.js';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { migrateQueues } from '../../src/platform/queues/queue-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this run; databases are cloned from `TEMPLATE`. */
    postgresUrl: string;
    /** Whether the spec runs in `npm run test:slow`. */
    slow: boolean;
  }
}

export const TEMPLATE = 'suite_template';

/** One real PostgreSQL for the whole run, with a migrated database that every spec clones. */
export default (project: TestProject) => startDatabase(project);

/** `extensions`: their migrations run too. */
export async function startDatabase(
  project: TestProject,
  extensions: readonly ExtensionMigrations[] = [],
): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started it, and will end it when all are done.
  if (process.env.TEST_DATABASE_URL) {
    project.provide('postgresUrl', process.env.TEST_DATABASE_URL);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'suite-test-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    // Tests may forget everything when the machine stops.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const admin = new pg.Client(postgres.url);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const template = databaseUrl(postgres.url, TEMPLATE);
  await migrate(template, extensions);
  await migrateQueues(template);
  project.provide('postgresUrl', postgres.url);
  process.env.TEST_DATABASE_URL = postgres.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { createLogger } from './platform/config/log.js';
import { readSettings, type Settings, SettingsError } from './platform/config/settings.js';
import { migrate } from './platform/database/data-source.js';
import {
  DataDirBusyError,
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/database/embedded-postgres.js';

/** Milliseconds that running requests and jobs have to finish after a signal. */
const DRAIN = 30_000;

async function main(): Promise<void> {
  const settings = readSettings();
  const logger = createLogger(settings.LOG_LEVEL);
  // Loading the application takes about as long as starting the database, so both go on at once.
  const application = import('./app.js');
  application.catch(() => undefined);
  const postgres = await ensureDatabase(settings);
  try {
    if (settings.MIGRATE === 'on') await migrate(settings.DATABASE_URL!);
    const { createApp } = await application;
    const app = await createApp(settings, logger);
    const { Workspaces } = await import('./access/index.js');
    const first = await app.get(Workspaces).createFirst(settings.BOOTSTRAP_API_KEY);
    const server = await app.listen(settings.PORT, settings.HOST);
    const { port } = server.address() as AddressInfo;
    say(settings, port, postgres !== null, first);

    let stopping = false;
    const stop = async (signal: string) => {
      if (stopping) return;
      stopping = true;
      logger.log(`${signal}: finishing what runs.`, 'Start');
      setTimeout(() => process.exit(1), DRAIN).unref();
      await app.close();
      await postgres?.stop();
      process.exit(0);
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    void postgres?.exited.then((code) => {
      logger.fatal?.(`The embedded PostgreSQL ended by itself (${code}).`, 'Start');
      process.exit(1);
    });
  } catch (error) {
    await postgres?.stop();
    throw error;
  }
}

/** Starts the embedded PostgreSQL where no other is given, and puts its address into the settings. */
async function ensureDatabase(settings: Settings): Promise<EmbeddedPostgres | null> {
  if (settings.DATABASE_URL) return null;
  if (settings.ROLE === 'worker') {
    // A worker beside a server of the same DATA_DIR shares its database.
    const url = await findEmbeddedPostgres(settings.DATA_DIR);
    if (url) {
      settings.DATABASE_URL = url;
      return null;
    }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR });
  settings.DATABASE_URL = postgres.url;
  return postgres;
}

function say(
  settings: Settings,
  port: number,
  embedded: boolean,
  first: { workspace: { id: string; name: string }; owner: { email: string }; api_key: string } | null,
): void {
  const base = settings.BASE_URL.replace(/:0$/, `:${port}`);
  const lines = [
    `Workspace Suite listens on ${base} (${settings.APP_ENV}, role ${settings.ROLE})`,
    `  API documentation  ${base}/docs`,
    `  Data               ${embedded ? settings.DATA_DIR : new URL(settings.DATABASE_URL!).host}`,
  ];
  if (first) {
    lines.push(
      `  Workspace          ${first.workspace.name} (${first.workspace.id}), owner ${first.owner.email}`,
      `  API key            ${first.api_key}`,
      `                     It has every scope and is shown only now.`,
    );
  }
  console.log(lines.join('\n'));
}

main().catch((error: unknown) => {
  const known = error instanceof SettingsError || error instanceof DataDirBusyError;
  console.error(known ? error.message : error);
  process.exit(1);
});

import 'reflect-metadata';
import type { LoggerService, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { createLogger } from './platform/config/log.js';
import { isLoopback } from './platform/config/loopback.js';
import { readSettings, SettingsError } from './platform/config/read-settings.js';
import type { Settings } from './platform/config/settings.js';
import { findEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.js';
import { anyFreePort } from './platform/database/embedded/free-port.js';
import { DataDirBusyError } from './platform/database/embedded/home.js';
import { OwnPostgres } from './platform/database/embedded/own-postgres.js';
import { NoEmbeddedPostgresError } from './platform/database/embedded/programs.js';
import { drain } from './platform/http/drain.js';

/** Milliseconds that running requests and jobs have to finish after a signal. */
const DRAIN_MS = 30_000;
/** Milliseconds after which a stop that hangs is given up. */
const GIVE_UP_MS = 35_000;

/** Milliseconds after the start when what it has thrown away is given back: a process at rest collects nothing by itself. */
const COLLECT_MS = 5_000;

/** Errors for the operator whose classes are loaded with the application, of which nothing may be loaded before. */
const EXPLAINED_ERRORS = new Set(['ExtensionError', 'UnreleasedDatabaseError', 'WrongSecretsKeyError']);

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

export interface StartOptions {
  /** Module classes with `@Extension`, in addition to the packages that EXTENSIONS names. */
  extensions?: readonly Type<object>[];
}

/** Starts the product in this process, by the settings of its environment. */
export async function start({ extensions = [] }: StartOptions = {}): Promise<void> {
  // V8 lets the space for young objects grow with what a start throws away, and never gives it back: 60 MB that idle
  // processes do not need. Afterwards it grows with the load, as usual.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Until there is something to finish a signal just ends the process, and the embedded PostgreSQL with it. The handlers
  // stay the same: a signal that comes while one is exchanged for another is lost.
  let running: Running | null = null;
  for (const signal of SIGNALS) process.on(signal, () => (running ? void stop(signal, running) : process.exit(0)));

  const settings = readSettings();
  // Links, cookies and the console need the address before the application is made, so any free port is chosen here.
  if (settings.PORT === 0) {
    settings.PORT = await anyFreePort();
    settings.BASE_URL = settings.BASE_URL.replace(/:0$/, `:${settings.PORT}`);
  }
  const logger = createLogger(settings.LOG_LEVEL);
  if (settings.EXTENSIONS.length || extensions.length) {
    const { announceExtensions } = await import('./platform/extensions/announce.js');
    await announceExtensions(settings, logger, extensions, process.env);
  }
  // Loading the application takes about as long as starting the database, so both go on at once. What cannot be loaded is
  // said below.
  const load = () => void import('./app.js').catch(() => undefined);
  const postgres = await ensureDatabase(settings, logger, load);
  let app: NestExpressApplication | undefined;
  try {
    const { changesOfSchema, createApp, prepareSchema } = await import('./app.js');
    if (settings.MIGRATE === 'on') await prepareSchema(settings);
    // Before the application is made, which fails where a record has a column that only the changed migration would make.
    for (const change of await changesOfSchema(settings)) logger.warn(change, 'Start');
    app = await createApp(settings, logger);
    const { absentExtensions } = await import('./platform/database/extension-migrations.js');
    const { loadedExtensions } = await import('./platform/extensions/extension.js');
    for (const { name, work } of await absentExtensions(settings.DATABASE_URL!, loadedExtensions()))
      logger.warn(
        `The extension ${name} has data here and is not loaded. They are kept: add its package to EXTENSIONS, or drop them with "cli extensions remove ${name}".${work ? ` Items of its background work that wait: ${work}.` : ''}`,
        'Start',
      );
    const { ImportsService } = await import('./imports/index.js');
    for (const [kind, count] of await app.get(ImportsService).absentKinds())
      logger.warn(`Imports of ${kind} wait for the extension that has them: ${count}.`, 'Start');
    const { KeptRows } = await import('./operations/index.js');
    for (const { extension, rows } of await app.get(KeptRows).waiting())
      logger.warn(`${rows} rows from archives are kept until the extension ${extension} is here.`, 'Start');
    const { SecretsRotation } = await import('./platform/security/secrets-rotation.js');
    await app.get(SecretsRotation).check();
    const { FirstSignIn, Workspaces } = await import('./access/index.js');
    const alone = postgres !== null;
    const first = settings.servesHttp
      ? await app.get(Workspaces).createFirst(settings.BOOTSTRAP_API_KEY, { alone })
      : null;
    const link = settings.servesHttp ? await app.get(FirstSignIn).link({ alone }) : null;
    const server: Server = await app.listen(settings.PORT, settings.HOST);
    const { address } = server.address() as AddressInfo;
    if (settings.APP_ENV === 'development' && settings.servesHttp && !isLoopback(address)) {
      logger.warn(
        `APP_ENV is development, and other machines reach ${address}: webhooks may call this machine, and links of mail are in the log. Set APP_ENV, or HOST to 127.0.0.1.`,
        'Start',
      );
    }
    setFlagsFromString('--semi-space-growth-factor=2');
    running = { app, server, postgres, logger };
    say(settings, postgres !== null, first, link);
    const { collect } = await import('./platform/config/collect.js');
    setTimeout(collect, COLLECT_MS, 'regular').unref();
  } catch (error) {
    await app?.close();
    await postgres?.stop();
    throw error;
  }
}

interface Running {
  app: NestExpressApplication;
  server: Server;
  postgres: OwnPostgres | null;
  logger: LoggerService;
}

let stopping = false;

/** Finishes requests and jobs, then closes everything. Terminals and npm may each send a signal, so only one counts. */
async function stop(signal: string, { app, server, postgres, logger }: Running): Promise<void> {
  if (stopping) return;
  stopping = true;
  logger.log(`${signal}: finishing what runs.`, 'Start');
  setTimeout(() => process.exit(1), GIVE_UP_MS).unref();
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
  const { Shutdown } = await import('./platform/concurrency/shutdown.js');
  app.get(Shutdown).begin();
  const { QueuesModule } = await import('./platform/queues/queues.module.js');
  await Promise.all([drain(server), app.get(QueuesModule).beforeApplicationShutdown()]);
  await app.close();
  await postgres?.stop();
  process.exit(0);
}

/** Starts the embedded PostgreSQL where no other is given, and puts its address into the settings. */
async function ensureDatabase(
  settings: Settings,
  logger: LoggerService,
  meanwhile: () => void,
): Promise<OwnPostgres | null> {
  if (settings.DATABASE_URL) return null;
  if (settings.ROLE === 'worker') {
    // A worker beside a server of the same DATA_DIR shares its database.
    const url = await findEmbeddedPostgres(settings.DATA_DIR);
    if (url) {
      settings.DATABASE_URL = url;
      return null;
    }
  }
  const postgres = await OwnPostgres.start(settings.DATA_DIR, logger, meanwhile);
  settings.DATABASE_URL = postgres.url;
  return postgres;
}

function say(
  settings: Settings,
  embedded: boolean,
  first: { workspace: { id: string; name: string }; owner: { email: string }; api_key: string } | null,
  link: string | null,
): void {
  const base = settings.BASE_URL;
  const lines = [`Workspace Suite listens on ${base} (${settings.APP_ENV}, role ${settings.ROLE})`];
  if (settings.servesHttp) lines.push(`  Console            ${base}/console/`, `  API documentation  ${base}/docs`);
  lines.push(`  Data               ${embedded ? settings.DATA_DIR : new URL(settings.DATABASE_URL!).host}`);
  const secrets: string[] = [];
  if (first) {
    lines.push(`  Workspace          ${first.workspace.name} (${first.workspace.id}), owner ${first.owner.email}`);
    secrets.push(
      `  API key            ${first.api_key}`,
      `                     It has every scope. A start shows a new one until a request has come with it.`,
    );
  }
  if (link) {
    secrets.push(
      `  First sign-in      ${base}${link}`,
      `                     The owner chooses a password there. The link works once, for a day.`,
    );
  }
  if (settings.APP_ENV === 'production') {
    const path = keepSecrets(settings.DATA_DIR, secrets);
    if (path)
      lines.push(
        `  First sign-in      ${path} has ${first ? 'the API key' : 'the link'}${first && link ? ' and the link' : ''}.`,
      );
  } else lines.push(...secrets);
  console.log(lines.join('\n'));
}

/** In production secrets stay out of the log: a file has them, for its owner alone. Returns its path; null where there are none. */
function keepSecrets(directory: string, lines: string[]): string | null {
  const path = join(directory, 'first-sign-in.txt');
  if (!lines.length) return null;
  mkdirSync(directory, { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  return path;
}

/** Describes an error of the start, in words where the operator can repair it. */
function explain(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof DataDirBusyError) return error.message;
  if (error instanceof NoEmbeddedPostgresError || EXPLAINED_ERRORS.has((error as Error).name))
    return (error as Error).message;
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `Port ${port} of ${address} is in use: set PORT to another one.`;
  }
  if (syscall === 'listen') return `Listening on port ${port} of ${address} failed (${code}): check PORT and HOST.`;
  if (/^(ECONN|ENOTFOUND|EAI_|EHOST|ETIMEDOUT)/.test(code ?? '')) {
    return `PostgreSQL cannot be reached (${code}): check DATABASE_URL.`;
  }
  return error;
}

/** Starts, or ends the process with the reason in words. */
export const run = (options?: StartOptions): Promise<void> =>
  start(options).catch((error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  });

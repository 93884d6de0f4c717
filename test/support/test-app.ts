import type { INestApplication, LoggerService, Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test, type TestingModuleBuilder } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { Workspaces } from '../../src/access/index.js';
import { AccessTokens } from '../../src/access/oauth/access-tokens.js';
import { scopesOf } from '../../src/access/roles/roles.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { User } from '../../src/access/users/user.entity.js';
import { AppModule } from '../../src/app.module.js';
import { APP_OPTIONS, configure, createApp } from '../../src/app.js';
import { createLogger } from '../../src/platform/config/log.js';
import { readSettings } from '../../src/platform/config/read-settings.js';
import type { Settings } from '../../src/platform/config/settings.js';
import { asSystem } from '../../src/platform/context/request-context.js';
import { Clock } from '../../src/platform/database/clock.js';
import { Database } from '../../src/platform/database/database.js';
import { HttpAdapter } from '../../src/platform/http/adapter.js';
import { Maintenance } from '../../src/platform/maintenance/maintenance.js';
import { TaskRuns } from '../../src/platform/maintenance/task-runs.js';
import { StoreRegistry } from '../../src/platform/resource/stores.module.js';
import { checkAnswer, DocumentedAnswers } from './api-document.js';
import { databaseUrl, TEMPLATE } from './global-setup.js';

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON body; null where there is none. */
  body: any;
  text: string;
}

export interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** The credential; null sends none. Default: the client's own. */
  key?: string | null;
  /** false: the answer may differ from /openapi.json, because a test has written what no request makes. */
  described?: boolean;
}

/** A user signed in. */
export interface SignedInClient {
  client: Client;
  userId: string;
  sessionId: string;
  email: string;
}

/** Makes an active user with these roles and signs them in with every scope of these. */
type SignIn = (...roles: string[]) => Promise<SignedInClient>;

/** Speaks HTTP to the application with one API key, or one access token. Each answer is held against /openapi.json. */
export class Client {
  /** `signedIn`: in the workspace of the key; the clients that a test application makes have it. */
  constructor(
    readonly base: string,
    readonly key: string | null,
    readonly signedIn: SignIn = () => Promise.reject(new Error('This client cannot sign anybody in.')),
  ) {}

  get = (path: string, options?: RequestOptions) => this.send('GET', path, options);
  post = (path: string, body?: unknown, options?: RequestOptions) => this.send('POST', path, { body, ...options });
  patch = (path: string, body?: unknown, options?: RequestOptions) => this.send('PATCH', path, { body, ...options });
  put = (path: string, body?: unknown, options?: RequestOptions) => this.send('PUT', path, { body, ...options });
  delete = (path: string, options?: RequestOptions) => this.send('DELETE', path, options);

  /** A text or bytes as body go out as they are, anything else as JSON. */
  async send(
    method: string,
    path: string,
    { body, headers = {}, key = this.key, described = true }: RequestOptions = {},
  ): Promise<Answer> {
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(this.base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && (key.startsWith('wsk_') ? { 'X-API-Key': key } : { Authorization: `Bearer ${key}` })),
        ...headers,
      },
      ...(body !== undefined && { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await (isStream(response) ? beginOf(response) : response.text());
    const json = response.headers.get('content-type')?.includes('json') && text !== '';
    const answer = { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : null, text };
    if (described) checkAnswer(answer, path);
    return answer;
  }
}

const isStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream');

/** The first part of a stream of events, which does not end by itself. */
async function beginOf(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** A running application on a database of its own. */
export interface TestApp {
  app: NestExpressApplication;
  base: string;
  settings: Settings;
  clock: Clock;
  database: Database;
  /** A client with every scope in the first workspace. */
  client: Client;
  workspaceId: string;
  ownerId: string;
  /** A further workspace with a client that has every scope there, and on request operator rights. */
  workspace(name?: string, options?: { operator: boolean }): Promise<{ id: string; ownerId: string; client: Client }>;
  /** A client of the first workspace with a new key that has just these scopes. */
  withScopes(...scopes: string[]): Promise<Client>;
  /** A new active user of the first workspace with these roles, signed in with every scope they give. */
  signedIn: SignIn;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Share the database, workspace and key of this application, as a second process of the same deployment would. */
  beside?: TestApp;
  /** Modules on top of the application's own. */
  modules?: Type[];
  /** Replaces providers, as `overrideProvider` of @nestjs/testing does. */
  override?: (builder: TestingModuleBuilder) => TestingModuleBuilder;
  /** Takes the log. Default: only fatal errors are written. */
  logger?: LoggerService;
}

function signIn(app: INestApplication, base: string, workspaceId: string, roles: string[]): Promise<SignedInClient> {
  const [clock, database] = [app.get(Clock), app.get(Database)];
  const [email, token] = [`${randomBytes(6).toString('hex')}@example.com`, randomBytes(32).toString('base64url')];
  const sign = async () => {
    const made = { email, display_name: 'Ada', status: 'active', roles, password_hash: null };
    const user = await app.get(StoreRegistry).of(User).create(made);
    const facts = {
      user_id: user.id,
      auth_method: 'oauth',
      auth_time: clock.iso(),
      expires_at: clock.iso(86_400),
    };
    const session = await app.get(SessionsService).begin(facts);
    await app.get(AccessTokens).add({
      workspace_id: user.workspace_id,
      token,
      session_id: session.id,
      scopes: [...scopesOf(roles)],
      payload: {},
      created_at: session.created_at,
      expires_at: clock.iso(3_600),
    });
    return { client: new Client(base, token), userId: user.id, sessionId: session.id, email };
  };
  return asSystem(workspaceId, () => database.transaction(sign));
}

const apps = new Map<string, TestApp>();

/** The application that a client speaks to. */
export const appOf = ({ base }: Client): TestApp => apps.get(base)!;

/** A fresh database, cloned from the migrated template. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl');
  const name = `suite_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  // Copied as files: page by page through the log takes twice as long.
  await admin(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  return { url: databaseUrl(server, name), drop: () => admin(`drop database if exists ${name} with (force)`) };
}

async function createTestApp(
  settings: Settings,
  logger: LoggerService,
  modules: Type[] = [],
  override: NonNullable<TestAppOptions['override']>,
): Promise<NestExpressApplication> {
  const builder = Test.createTestingModule({ imports: [AppModule.with(settings, modules)] }).setLogger(logger);
  const module = await override(builder).compile();
  const app = module.createNestApplication<NestExpressApplication>(new HttpAdapter(), APP_OPTIONS);
  await configure(app, settings);
  return app;
}

/** As after a restart: all tasks have just run. A first run of all takes as long as the start itself. */
async function maintained(app: INestApplication): Promise<void> {
  const [runs, clock] = [app.get(TaskRuns), app.get(Clock)];
  const now = clock.iso();
  for (const task of app.get(Maintenance).tasks) {
    const next_run_at = 'every' in task ? clock.iso(task.every / 1_000) : null;
    runs.note(task.name, {
      name: task.name,
      started_at: now,
      finished_at: now,
      duration_ms: 0,
      error: null,
      next_run_at,
    });
  }
  await runs.flush();
}

/**
 * Starts the real application. Settings can be overridden as environment variables; request budgets are off unless
 * asked for.
 */
export async function startTestApp(env: Record<string, string> = {}, options: TestAppOptions = {}): Promise<TestApp> {
  const { beside, modules, override, logger } = options;
  const { url, drop } = beside
    ? { url: beside.settings.DATABASE_URL!, drop: async () => undefined }
    : await createDatabase();
  const files = beside ? beside.settings.DATA_DIR : join(tmpdir(), `suite-${randomBytes(6).toString('hex')}`);
  const settings = readSettings({
    DATABASE_URL: url,
    // Five for requests, two for queues.
    DATABASE_POOL: '7',
    // On a busy machine a new connection takes its time.
    DATABASE_WAIT_SECONDS: '120',
    DATA_DIR: files,
    SECRETS_KEY: 'a secret that only tests know, long enough',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
    ...env,
  });
  const log = logger ?? createLogger(settings.LOG_LEVEL);
  const made = override ? createTestApp(settings, log, modules, override) : createApp(settings, log, modules);
  const app = await made.catch(async (error) => {
    await drop();
    throw error;
  });
  if (!beside && !modules && settings.worksQueues) await maintained(app);
  // Any port, unless the address matters: where signing in leads back to, for example.
  const server: Server = await app.listen(env.PORT ?? 0, '127.0.0.1');
  // Client and server share a thread: after a long computation of a test the server would close a connection that the
  // client is just about to use again.
  server.keepAliveTimeout = 0;
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers = new DocumentedAnswers(app, modules !== undefined);
  const workspaces = app.get(Workspaces);
  const first = beside
    ? { workspace: { id: beside.workspaceId }, owner: { id: beside.ownerId }, api_key: beside.client.key }
    : (await workspaces.createFirst())!;
  const clientOf = (workspaceId: string, key: string | null) =>
    new Client(base, key, (...roles) => signIn(app, base, workspaceId, roles));
  const client = clientOf(first.workspace.id, first.api_key);
  const running: TestApp = {
    app,
    base,
    settings,
    clock: app.get(Clock),
    database: app.get(Database),
    client,
    workspaceId: first.workspace.id,
    ownerId: first.owner.id,
    async workspace(name = 'Other', { operator } = { operator: false }) {
      const made = await workspaces.create(name, `${randomBytes(4).toString('hex')}@example.com`);
      if (operator)
        await running.database.execute('update api_keys set operator = true where workspace_id = $1', [
          made.workspace.id,
        ]);
      return { id: made.workspace.id, ownerId: made.owner.id, client: clientOf(made.workspace.id, made.api_key) };
    },
    async withScopes(...scopes) {
      const { body } = await client.post('/v1/access/api-keys', { name: scopes.join(' '), scopes });
      return new Client(base, body.key);
    },
    signedIn: client.signedIn,
    async close() {
      apps.delete(base);
      await app.close();
      await drop();
      if (!beside) await rm(files, { recursive: true, force: true });
      answers.refuse();
    },
  };
  apps.set(base, running);
  return running;
}

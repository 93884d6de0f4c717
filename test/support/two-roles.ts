import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { prepareSchema } from '../../src/platform/cli/schema.js';
import { readSettings } from '../../src/platform/config/read-settings.js';
import { databaseUrl } from './global-setup.js';
import { startTestApp, type TestApp } from './test-app.js';

/** An application that serves with a role that does not own its tables. */
export interface TwoRoles {
  suite: TestApp;
  /** The name of the role that owns the tables. */
  owner: string;
  close: () => Promise<void>;
}

export async function startWithTwoRoles(env: Record<string, string> = {}): Promise<TwoRoles> {
  const name = `roles_${randomBytes(6).toString('hex')}`;
  const [owner, serving] = [`${name}_owner`, `${name}_serving`];
  const onServer = async (sql: string, database?: string) => {
    const admin = new pg.Client(database ? databaseUrl(inject('postgresUrl'), database) : inject('postgresUrl'));
    await admin.connect();
    await admin.query(sql).finally(() => admin.end());
  };
  const as = (role: string) => {
    const url = new URL(databaseUrl(inject('postgresUrl'), name));
    [url.username, url.password] = [role, 'secret'];
    return url.href;
  };
  await onServer(`create role ${owner} login password 'secret'; create role ${serving} login password 'secret'`);
  await onServer(`create database ${name} owner ${owner}`);
  await onServer(`revoke all on database ${name} from public; grant connect on database ${name} to ${serving}`, name);
  const settings = { DATABASE_URL: as(serving), DATABASE_OWNER_URL: as(owner), ...env };
  await prepareSchema(readSettings(settings));
  const suite = await startTestApp(settings);
  const close = async () => {
    await suite.close();
    await onServer(`drop database if exists ${name} with (force)`);
    await onServer(`drop role ${owner}; drop role ${serving}`);
  };
  return { suite, owner, close };
}

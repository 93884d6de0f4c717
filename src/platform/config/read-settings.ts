import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { isPlainHttp } from './loopback.js';
import { Settings } from './settings.js';

/** Thrown by `readSettings`; its message lists every variable that is wrong. */
export class SettingsError extends Error {
  constructor(readonly problems: string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Settings that hold a secret: `<name>_FILE` may name a file with it instead, as Docker and Kubernetes mount them. */
export const SECRET_SETTINGS = [
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BOOTSTRAP_API_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_SENTINEL_PASSWORD',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'SMTP_URL',
] as const;

/** Secrets of parts that not every deployment has. Their files may be empty, which counts as not set. */
const OPTIONAL_SECRETS: readonly string[] = [
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'BOOTSTRAP_API_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_SENTINEL_PASSWORD',
  'SECRETS_KEY_PREVIOUS',
  'SMTP_URL',
];

/** Reads and checks the settings. An empty variable counts as not set. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const names = new Set(Object.keys(env).filter((name) => env[name] !== ''));
  const given = Object.fromEntries([...names].map((name) => [name, env[name]]));
  const problems = readSecretFiles(given);
  const settings = plainToInstance(Settings, given, { exposeDefaultValues: true });
  problems.push(...validateSync(settings).flatMap((error) => Object.values(error.constraints ?? {})));
  // After validation, because with PORT=0 (any free port) this is not a valid URL yet.
  settings.BASE_URL ??= `http://localhost:${settings.PORT}`;
  while (settings.BASE_URL.endsWith('/')) settings.BASE_URL = settings.BASE_URL.slice(0, -1);
  if (/[?#@]/.test(settings.BASE_URL))
    problems.push(
      'BASE_URL must have neither a query nor a fragment nor a password, such as https://suite.example.com',
    );
  if (settings.FILES_URL !== undefined) {
    if (URL.parse(settings.FILES_URL)?.origin !== settings.FILES_URL)
      problems.push('FILES_URL must be an origin, such as https://files.example.com');
    if (settings.FILES_URL === settings.BASE_URL) problems.push('FILES_URL must be another origin than BASE_URL');
  }
  for (const cidr of settings.WEBHOOK_ALLOW_CIDRS ?? []) {
    if (!ipaddr.isValidCIDR(cidr)) problems.push(`WEBHOOK_ALLOW_CIDRS: ${cidr} is not a network such as 10.0.0.0/8`);
  }
  for (const server of settings.DNS_SERVERS ?? []) {
    if (!isNameServer(server))
      problems.push(`DNS_SERVERS: ${server} is not an address such as 192.0.2.53 or 192.0.2.53:5353`);
  }
  for (const sentinel of settings.REDIS_SENTINELS ?? []) {
    if (URL.parse(`redis://${sentinel}`)?.host !== sentinel.toLowerCase())
      problems.push(`REDIS_SENTINELS: ${sentinel} is not an address such as sentinel-1.internal:26379`);
  }
  if (settings.REDIS_SENTINELS && !settings.REDIS_URL)
    problems.push('REDIS_URL must be set with REDIS_SENTINELS, such as redis://:password@name-of-the-primary');
  for (const proxy of settings.TRUST_PROXY?.split(',') ?? []) {
    if (!isProxy(proxy.trim())) problems.push(`TRUST_PROXY: ${proxy} is neither a number of hops nor a network`);
  }
  for (const origin of settings.CORS_ORIGINS) {
    if (URL.parse(origin)?.origin !== origin) problems.push(`CORS_ORIGINS: ${origin} is not like https://example.com`);
  }
  if (settings.DATABASE_POOL < 4 && !settings.REDIS_URL) {
    problems.push('DATABASE_POOL must be 4 or more without REDIS_URL, as queues take two of them');
  }
  if (settings.APP_ENV === 'production' && isPlainHttp(settings.BASE_URL)) {
    problems.push('BASE_URL must begin with https:// when APP_ENV is production; http is for loopback addresses only');
  }
  if (settings.APP_ENV === 'production' && settings.FILES_URL && isPlainHttp(settings.FILES_URL)) {
    problems.push('FILES_URL must begin with https:// when APP_ENV is production; http is for loopback addresses only');
  }
  if (settings.APP_ENV === 'production' && !settings.SECRETS_KEY) {
    problems.push('SECRETS_KEY must be set when APP_ENV is production');
  }
  if (settings.BOOTSTRAP_API_KEY && !settings.BOOTSTRAP_API_KEY.startsWith(`wsk_${settings.keyEnvironment}_`)) {
    problems.push(
      `BOOTSTRAP_API_KEY must begin with wsk_${settings.keyEnvironment}_ when APP_ENV is ${settings.APP_ENV}`,
    );
  }
  if (settings.S3_BUCKET === undefined && (settings.S3_ENDPOINT ?? settings.S3_ACCESS_KEY_ID) !== undefined) {
    problems.push('S3_BUCKET must be set when other S3 settings are');
  }
  if ((settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  if ((settings.BACKUP_S3_ACCESS_KEY_ID === undefined) !== (settings.BACKUP_S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push('BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set together');
  }
  if (settings.BACKUP_SCHEDULE.length && settings.BACKUP_S3_BUCKET === undefined) {
    problems.push('BACKUP_S3_BUCKET must be set when BACKUP_SCHEDULE is');
  }
  if (problems.length) throw new SettingsError(problems);
  return settings;
}

/** Puts the contents of secret files into `given`, without the line break at their end. Returns what is wrong with them. */
function readSecretFiles(given: Record<string, string | undefined>): string[] {
  return SECRET_SETTINGS.flatMap((name) => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined) return [`${name} and ${name}_FILE must not both be set`];
    try {
      const secret = readFileSync(path, 'utf8').trimEnd();
      if (secret) given[name] = secret;
      return secret || OPTIONAL_SECRETS.includes(name) ? [] : [`${name}_FILE: ${path} is empty`];
    } catch (error) {
      return [`${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`];
    }
  });
}

/** An IP address, with a port or without: `192.0.2.53:5353`, `[2001:db8::53]:5353`. */
function isNameServer(text: string): boolean {
  const [, bracketed, plain, port = '53'] = /^(?:\[(.+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (!port || Number(port) > 65_535) return false;
  return bracketed === undefined ? isIP(plain ?? text) !== 0 : isIP(bracketed) === 6;
}

/** Values of Express's `trust proxy`: hops, true, an address, a network, or the name of one. */
function isProxy(text: string): boolean {
  return /^(\d+|true|loopback|linklocal|uniquelocal)$/.test(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

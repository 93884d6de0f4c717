import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsNumber, IsOptional, IsString, IsUrl, Matches, Max, Min, MinLength } from 'class-validator';
import { isAbsolute, resolve } from 'node:path';

const list = ({ value }: { value: unknown }) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean)
    : value;

/** A name of npm's, without a version. */
const PACKAGE_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** A whole number. */
const Whole = (min: number, max?: number) =>
  applyDecorators(
    ...(max === undefined ? [] : [Max(max)]),
    Min(min),
    IsInt(),
    Type(() => Number),
  );

const PostgresUrl = () => Matches(/^postgres(ql)?:\/\//, { message: '$property must begin with postgres://' });

const http = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/**
 * Everything that can be set from outside, read once from the environment.
 * A wrong value stops the start: `readSettings` names every bad variable.
 * The README's table carries the same names, units and defaults (a test holds the two together).
 */
export class Settings {
  @IsIn(['development', 'sandbox', 'staging', 'production'])
  APP_ENV: 'development' | 'sandbox' | 'staging' | 'production' = 'development';

  /** The role of this process: serve HTTP, work the queues, or both. */
  @IsIn(['all', 'api', 'worker'])
  ROLE: 'all' | 'api' | 'worker' = 'all';

  @IsString()
  HOST = '0.0.0.0';

  @Whole(0, 65535)
  PORT = 3000;

  /** The address clients use; links in answers begin with it. Default: http://localhost:PORT. */
  @IsOptional()
  @IsUrl(http)
  BASE_URL: string;

  /** The address of links to files, where that is another origin, which has no cookies and shows no pages. Default: BASE_URL. */
  @IsOptional()
  @IsUrl(http)
  FILES_URL?: string;

  /** The virus scanner, which checks files before their first download. Default: none. */
  @IsOptional()
  @Matches(/^clamd:\/\/[^\s/:]+:\d{1,5}$/, { message: 'VIRUS_SCAN must be like clamd://host:3310' })
  VIRUS_SCAN?: string;

  /** Where the embedded PostgreSQL and local files live. */
  @IsString()
  @Transform(({ value }) => (isAbsolute(value) ? value : resolve(value)))
  DATA_DIR: string = resolve('.data');

  /** PostgreSQL 15 or newer. Without it the process starts a PostgreSQL of its own in DATA_DIR. */
  @IsOptional()
  @PostgresUrl()
  DATABASE_URL?: string;

  /**
   * PostgreSQL without PgBouncer, if DATABASE_URL is a PgBouncer in transaction mode: for session state (notifications, locks,
   * migrations, queues).
   */
  @IsOptional()
  @PostgresUrl()
  DATABASE_DIRECT_URL?: string;

  /**
   * PostgreSQL as the owner of the tables, where DATABASE_URL is a role that only reads and writes rows: for migrations, and for
   * maintenance that drops old months. Processes that do neither (ROLE=api with MIGRATE=off) need not have it.
   */
  @IsOptional()
  @PostgresUrl()
  DATABASE_OWNER_URL?: string;

  /**
   * A streaming replica. Lists are read from it when it has replayed all earlier commits. A process opens as many connections
   * to it as to the primary for requests, in addition to DATABASE_POOL, because it is a separate server.
   */
  @IsOptional()
  @PostgresUrl()
  DATABASE_REPLICA_URL?: string;

  /** Whether statements are prepared under names. Default: off with DATABASE_DIRECT_URL, else on. */
  @IsOptional()
  @IsIn(['on', 'off'])
  DATABASE_PREPARED?: 'on' | 'off';

  /** Connections to PostgreSQL that one process opens for requests and queues at most. */
  @Whole(2, 500)
  DATABASE_POOL = 10;

  /** Seconds that a request waits for one of these connections, a new one included; then it is a 503. */
  @Whole(1, 300)
  DATABASE_WAIT_SECONDS = 5;

  /** Redis 7 or newer for queues and shared budgets. Without it queues live in PostgreSQL. */
  @IsOptional()
  @Matches(/^rediss?:\/\//, { message: 'REDIS_URL must begin with redis:// or rediss://' })
  REDIS_URL?: string;

  /** Sentinels (`host:port`, comma-separated) that know where the primary of `REDIS_URL` is; its host is then their name for it. */
  @IsOptional()
  @Transform(list)
  REDIS_SENTINELS?: string[];

  /** Password of the Sentinels themselves, where they want one. */
  @IsOptional()
  REDIS_SENTINEL_PASSWORD?: string;

  /** Encrypts stored secrets: any text of 32 characters or more. Needed in production; elsewhere made and kept in DATA_DIR. */
  @IsOptional()
  @MinLength(32, { message: 'SECRETS_KEY must have 32 characters or more (openssl rand -base64 32)' })
  SECRETS_KEY?: string;

  /** The key before SECRETS_KEY: still read, no longer used to encrypt. Needed until `cli secrets rotate` has ended. */
  @IsOptional()
  @MinLength(32, { message: 'SECRETS_KEY_PREVIOUS must have 32 characters or more' })
  SECRETS_KEY_PREVIOUS?: string;

  /** The value of the API key that the first start makes. */
  @IsOptional()
  @Matches(/^wsk_(live|test)_[0-9A-Za-z]{36}$/, { message: 'BOOTSTRAP_API_KEY must be a well-formed API key' })
  BOOTSTRAP_API_KEY?: string;

  /** Requests a credential may make per minute, or `off`. */
  @Transform(({ value }) => (value === 'off' ? 0 : Number(value)))
  @IsInt({ message: 'RATE_LIMIT must be `off` or a whole number of requests per minute' })
  @Min(0)
  RATE_LIMIT = 600;

  /** Requests all credentials of a workspace may make per minute, or `off`. Default: five times RATE_LIMIT. */
  @IsOptional()
  @Transform(({ value }) => (value === undefined ? undefined : value === 'off' ? 0 : Number(value)))
  @IsInt({ message: 'WORKSPACE_RATE_LIMIT must be `off` or a whole number of requests per minute' })
  @Min(0)
  WORKSPACE_RATE_LIMIT?: number;

  /** Writes an OAuth client may make per hour in the name of all its users, or `off`. */
  @Transform(({ value }) => (value === 'off' ? 0 : Number(value)))
  @IsInt({ message: 'APP_WRITES_PER_HOUR must be `off` or a whole number of writes per hour' })
  @Min(0)
  APP_WRITES_PER_HOUR = 500;

  /** Streams of events that a process keeps open at a time. */
  @Whole(1, 100_000)
  STREAMS_MAX = 2_000;

  /** Networks (CIDR, comma-separated) that webhooks and identity providers may be in although they are not public. */
  @IsOptional()
  @Transform(list)
  WEBHOOK_ALLOW_CIDRS?: string[];

  /** Name servers (addresses, comma-separated, a port if it is not 53) asked for proofs of domains. Default: those of the machine. */
  @IsOptional()
  @Transform(list)
  DNS_SERVERS?: string[];

  /** Seconds before the first retry of a failed delivery; each further one waits 5.8 times longer. */
  @Type(() => Number)
  @IsNumber()
  @Min(0.001)
  @Max(86400)
  WEBHOOK_RETRY_BASE_SECONDS = 60;

  /** Seconds a receiver has to connect and answer. */
  @Type(() => Number)
  @IsNumber()
  @Min(0.1)
  @Max(60)
  WEBHOOK_TIMEOUT_SECONDS = 10;

  /** The mail server. Without it messages are written to files in DATA_DIR/mail. */
  @IsOptional()
  @Matches(/^smtps?:\/\/[^\s]+$/, { message: 'SMTP_URL must begin with smtp:// or smtps://' })
  SMTP_URL?: string;

  /** Whether mail may go to another machine without TLS. */
  @IsIn(['on', 'off'])
  SMTP_ALLOW_PLAIN: 'on' | 'off' = 'off';

  /** A service that knows breached passwords by the first digits of their SHA-1, as api.pwnedpasswords.com/range does. */
  @IsOptional()
  @IsUrl(http)
  BREACHED_PASSWORDS_URL?: string;

  /** The sender of mail. Default: no-reply at the host of BASE_URL. */
  @IsOptional()
  @Matches(/^([^<>"@\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    message: 'MAIL_FROM must be an address, such as Workspace Suite <no-reply@example.com>',
  })
  MAIL_FROM?: string;

  /** Requests to one webhook's receiver per second at most, or `off`. */
  @Transform(({ value }) => (value === 'off' ? 0 : Number(value)))
  @IsNumber({}, { message: 'WEBHOOK_MAX_PER_SECOND must be `off` or a number of requests per second' })
  @Min(0)
  @Max(1000)
  WEBHOOK_MAX_PER_SECOND = 0;

  /** Where files lie: the bucket of an S3-compatible store. Without it they are in DATA_DIR/blobs. */
  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'S3_BUCKET must be the name of a bucket' })
  S3_BUCKET?: string;

  /** The address of the store. Default: that of AWS in the region. */
  @IsOptional()
  @IsUrl(http)
  S3_ENDPOINT?: string;

  /** The address at which clients reach the store, where it is another one. Download links begin with it. */
  @IsOptional()
  @IsUrl(http)
  S3_PUBLIC_ENDPOINT?: string;

  @IsString()
  S3_REGION = 'us-east-1';

  @IsOptional()
  @IsString()
  S3_ACCESS_KEY_ID?: string;

  @IsOptional()
  @IsString()
  S3_SECRET_ACCESS_KEY?: string;

  /** Path-style (`on`) or virtual-hosted (`off`) bucket addresses. Default: on with S3_ENDPOINT. */
  @IsOptional()
  @IsIn(['on', 'off'])
  S3_FORCE_PATH_STYLE?: 'on' | 'off';

  /** Times of day (UTC, comma-separated) at which the embedded PostgreSQL and local files are backed up to BACKUP_S3_BUCKET. */
  @Transform(list)
  @Matches(/^([01]\d|2[0-3]):[0-5]\d$/, { each: true, message: 'BACKUP_SCHEDULE must be like 02:30 or 02:30,14:30' })
  BACKUP_SCHEDULE: string[] = [];

  /** Complete backups that are kept; older ones are removed. */
  @Whole(1, 1_000)
  BACKUP_KEEP = 14;

  @IsOptional()
  @Matches(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { message: 'BACKUP_S3_BUCKET must be the name of a bucket' })
  BACKUP_S3_BUCKET?: string;

  /** The address of the store of backups. Default: that of AWS in the region. */
  @IsOptional()
  @IsUrl(http)
  BACKUP_S3_ENDPOINT?: string;

  @IsString()
  BACKUP_S3_REGION = 'us-east-1';

  @IsOptional()
  @IsString()
  BACKUP_S3_ACCESS_KEY_ID?: string;

  @IsOptional()
  @IsString()
  BACKUP_S3_SECRET_ACCESS_KEY?: string;

  /** Bytes of a file at most. */
  // The maximum number of parts times the maximum size of a part.
  @Whole(1, 10_000 * 100 * 2 ** 20)
  MAX_FILE_BYTES = 50 * 2 ** 30;

  /** Bytes of all files of one workspace, those of candidates included. */
  @Whole(1)
  WORKSPACE_STORAGE_BYTES = 100 * 2 ** 30;

  /** Memory for JSON bodies in one process. Requests beyond it get a 503. */
  // A workspace gets half, which has room for a body of 10 MiB.
  @Whole(64 * 2 ** 20)
  BODY_MEMORY_BYTES = 256 * 2 ** 20;

  /** Express's `trust proxy`: the number of hops, or the networks (comma-separated) of the proxies in front. Default: none. */
  @IsOptional()
  @IsString()
  TRUST_PROXY?: string;

  /** Origins (comma-separated) whose pages may call the API. Default: none. */
  @Transform(list)
  @IsString({ each: true })
  CORS_ORIGINS: string[] = [];

  /** Seconds between two signed checkpoints of an audit log that has grown. */
  @Whole(1, 86_400)
  AUDIT_CHECKPOINT_SECONDS = 3_600;

  /** Names of installed packages (comma-separated) that extend the product. Their code runs in its processes. */
  @Transform(list)
  @Matches(PACKAGE_NAME, {
    each: true,
    message: 'EXTENSIONS must be names of packages, such as suite-stock,@acme/suite-rooms',
  })
  EXTENSIONS: string[] = [];

  /** Optional ones among EXTENSIONS: a process starts without them if they cannot be loaded. */
  @Transform(list)
  @Matches(PACKAGE_NAME, { each: true, message: 'EXTENSIONS_OPTIONAL must be names of packages' })
  EXTENSIONS_OPTIONAL: string[] = [];

  /** Whether a start brings the schema up to date. */
  @IsIn(['on', 'off'])
  MIGRATE: 'on' | 'off' = 'on';

  @IsIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' = 'info';

  /** Bearer token that opens /metrics to other machines. Without it only loopback may read them. */
  @IsOptional()
  @IsString()
  METRICS_TOKEN?: string;

  /** Base URL of an OpenTelemetry collector that takes OTLP over HTTP. Traces are sent there. Default: none are made. */
  @IsOptional()
  @IsUrl(http)
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  /** Headers for the collector: `name=value`, comma-separated. */
  @Transform(list)
  @Matches(/^[^\s=]+=/, {
    each: true,
    message: 'OTEL_EXPORTER_OTLP_HEADERS must be like authorization=Bearer abc,x-team=ops',
  })
  OTEL_EXPORTER_OTLP_HEADERS: string[] = [];

  /** The name of this deployment in traces. */
  @IsString()
  OTEL_SERVICE_NAME = 'workspace-suite';

  /** Share of requests and background work that is traced, from 0 to 1. */
  @Type(() => Number)
  @Min(0)
  @Max(1)
  OTEL_TRACES_SAMPLER_ARG = 1;

  /** Requests a workspace may make per minute; 0 for any number. */
  get workspaceRateLimit(): number {
    return this.WORKSPACE_RATE_LIMIT ?? 5 * this.RATE_LIMIT;
  }

  /** PostgreSQL without a PgBouncer in between. */
  get directUrl(): string {
    return this.DATABASE_DIRECT_URL ?? this.DATABASE_URL!;
  }

  /** The path of BASE_URL, without a slash at its end: empty, or the part that the proxy removes from addresses. */
  get basePath(): string {
    return new URL(this.BASE_URL).pathname.replace(/\/$/, '');
  }

  /** The origin of links to local files. */
  get filesUrl(): string {
    return this.FILES_URL ?? this.BASE_URL;
  }

  /** PostgreSQL for changes of the schema. */
  get ownerUrl(): string {
    return this.DATABASE_OWNER_URL ?? this.directUrl;
  }

  /** How many of its connections a process keeps for queues in PostgreSQL: one that listens, and up to four. */
  get queueConnections(): number {
    return this.REDIS_URL ? 0 : Math.min(5, Math.max(2, Math.floor(this.DATABASE_POOL / 3)));
  }

  /** Connections that are left for requests and background work. */
  get requestConnections(): number {
    return this.DATABASE_POOL - this.queueConnections;
  }

  /** Connections for exports and other long reads; the rest is reserved for requests. */
  get longConnections(): number {
    return Math.max(1, Math.floor(this.requestConnections / 2));
  }

  /** PgBouncer before 1.21 does not support named prepared statements in transaction mode. */
  get preparesStatements(): boolean {
    return (this.DATABASE_PREPARED ?? (this.DATABASE_DIRECT_URL ? 'off' : 'on')) === 'on';
  }

  /** The environment part of this deployment's API keys. */
  get keyEnvironment(): 'live' | 'test' {
    return this.APP_ENV === 'production' ? 'live' : 'test';
  }

  get webhookAllowCidrs(): string[] {
    return this.WEBHOOK_ALLOW_CIDRS ?? (this.APP_ENV === 'development' ? ['127.0.0.0/8', '::1/128'] : []);
  }

  get mailFrom(): string {
    return this.MAIL_FROM ?? `Workspace Suite <no-reply@${new URL(this.BASE_URL).hostname}>`;
  }

  get servesHttp(): boolean {
    return this.ROLE !== 'worker';
  }

  get worksQueues(): boolean {
    return this.ROLE !== 'api';
  }
}

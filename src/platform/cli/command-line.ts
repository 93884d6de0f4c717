import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, CommanderError } from 'commander';
import { createLogger } from '../config/log.js';
import { readSettings } from '../config/read-settings.js';
import type { Settings } from '../config/settings.js';
import { prepareSchema } from './schema.js';
import { isConnectionFailure } from '../database/failures.js';
import { borrowPostgres } from '../database/embedded/own-postgres.js';
import { ApiError } from '../errors/api-error.js';
import { asText } from './text.js';

/** The work of a command. Its result is printed: one record, or `{ data: [] }` for a list. */
type Work<From> = (from: From, options: any, ...args: string[]) => Promise<object>;

/** Turns the work of a command into a commander action. `columns`: what a list shows to people. */
export interface Actions {
  /** In the application, with a migrated database. It processes no queues and relays no events. */
  inApplication(work: Work<INestApplicationContext>, columns?: string[]): (...args: any[]) => Promise<void>;
  /** Without the application, with the database as it is. */
  inDatabase(work: Work<Settings>): (...args: any[]) => Promise<void>;
  /** With the settings alone: no database is started. */
  withSettings(work: Work<Settings>): (...args: any[]) => Promise<void>;
  /** Without settings and database. */
  alone(work: Work<null>, columns?: string[]): (...args: any[]) => Promise<void>;
}

/** The command's result is printed as usual, but reports a problem: the exit code is 1. */
export class CommandFailed extends Error {
  constructor(readonly result: object) {
    super('The command has failed.');
  }
}

/**
 * The commands of one subject, in a file beside its resource.
 *
 * @example
 * export const roomCommands: Commands = (program, { inApplication }) => {
 *   const room = program.command('room').description('Rooms');
 *   room.command('list').action(inApplication(async (app) => ({ data: await app.get(Rooms).list() }), ['id', 'name']));
 * };
 */
export type Commands = (program: Command, actions: Actions) => void;

/** The dependencies of a command line. */
interface Surroundings {
  env: NodeJS.ProcessEnv;
  commands: readonly Commands[];
  application: (settings: Settings) => DynamicModule;
  out(text: string): void;
  err(text: string): void;
}

/** Runs the command that the arguments name, and returns the exit code: 0, 1 for a failure, 2 for wrong usage. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, commands, application, out, err } = surroundings;
  const program = new Command('cli')
    .description('Manages a Workspace Suite, beside a running server or without one.')
    .option('--json', 'print one JSON object and nothing else')
    .showHelpAfterError('Add --help for the options of this command.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out(text.trimEnd()),
      writeErr: (text) => err(text.trimEnd()),
    });

  const print = (result: object, columns?: string[]) =>
    out(program.opts().json ? JSON.stringify(result) : asText(result, columns));
  // Commander calls with the arguments, the options and the command.
  const split = (given: any[]) => ({ args: given.slice(0, -2), options: given.at(-2) });
  const actions: Actions = {
    inApplication:
      (work, columns) =>
      async (...given) => {
        const { args, options } = split(given);
        print(
          await withDatabase(env, (settings) => withApplication(settings, (app) => work(app, options, ...args))),
          columns,
        );
      },
    inDatabase:
      (work) =>
      async (...given) => {
        const { args, options } = split(given);
        print(await withDatabase(env, (settings) => work(settings, options, ...args)));
      },
    withSettings:
      (work) =>
      async (...given) => {
        const { args, options } = split(given);
        print(await work(readSettings(env), options, ...args));
      },
    alone:
      (work, columns) =>
      async (...given) => {
        const { args, options } = split(given);
        print(await work(null, options, ...args), columns);
      },
  };

  async function withApplication<T>(settings: Settings, work: (app: INestApplicationContext) => Promise<T>) {
    if (settings.MIGRATE === 'on') await prepareSchema(settings);
    const logger = createLogger('error');
    const app = await NestFactory.createApplicationContext(application(settings), { logger, abortOnError: false });
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  }

  for (const add of commands) add(program, actions);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof CommandFailed) print(error.result);
    else err(explain(error, new Set(flagsOf(program))));
    return 1;
  }
}

async function withDatabase<T>(env: NodeJS.ProcessEnv, work: (settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(env);
  settings.ROLE = 'api';
  const borrowed = settings.DATABASE_URL ? null : await borrowPostgres(settings.DATA_DIR);
  settings.DATABASE_URL ??= borrowed!.url;
  try {
    return await work(settings);
  } finally {
    await borrowed?.stop();
  }
}

/** Translates field names of API errors into options. */
function explain(error: unknown, flags: ReadonlySet<string>): string {
  if (error instanceof ApiError && error.details?.length) {
    return error.details
      .map(({ field, message }) => {
        const option = optionOf(field, flags);
        return message.startsWith(field) ? option + message.slice(field.length) : `${option}: ${message}`;
      })
      .join('\n');
  }
  if (isConnectionFailure(error))
    return 'PostgreSQL cannot be reached. Check that it runs and that DATABASE_URL is right.';
  return (error as Error).message || String(error);
}

/** `redirect_uris[1]` is the value of the second `--redirect-uri`. */
function optionOf(field: string, flags: ReadonlySet<string>): string {
  const [name = '', index] = field.split(/[[\]]/);
  const option = `--${name.replaceAll('_', '-')}`;
  const repeated = option.replace(/s$/, '');
  return index && flags.has(repeated) ? `${repeated} (number ${Number(index) + 1})` : option;
}

const flagsOf = (command: Command): string[] => [
  ...command.options.map(({ long }) => long ?? ''),
  ...command.commands.flatMap(flagsOf),
];

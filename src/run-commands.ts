import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { type Commands, runCommandLine } from './platform/cli/command-line.js';
import type { Settings } from './platform/config/settings.js';

interface Subject {
  commands: Commands[];
  application(settings: Settings): DynamicModule;
}

/** Loading all apps takes longer than most commands run. Commands about access need no other app, so they load no other. */
async function access(): Promise<Subject> {
  const { AccessModule, apiKeyCommands, domainCommands, oauthClientCommands, userCommands } =
    await import('./access/index.js');
  const { PlatformModule } = await import('./platform/platform.module.js');
  return {
    commands: [userCommands, apiKeyCommands, oauthClientCommands, domainCommands],
    application: (settings) => ({ module: class {}, imports: [PlatformModule.with(settings), AccessModule] }),
  };
}

/** All commands, in the whole application. */
async function suite(): Promise<Subject> {
  const { AppModule } = await import('./app.module.js');
  const { workspaceCommands } = await import('./access/index.js');
  const { auditCommands, policyCommands } = await import('./guard/index.js');
  const { archiveCommands, cellCommands, extensionDataCommands, freezeCommands, moveCommands } =
    await import('./operations/index.js');
  const { backupCommands } = await import('./platform/cli/backup.cli.js');
  const { extensionCommands } = await import('./platform/cli/extensions.cli.js');
  const { migrateCommand } = await import('./platform/cli/migrate.cli.js');
  const { queueCommands } = await import('./platform/cli/queues.cli.js');
  const { secretsCommands } = await import('./platform/cli/secrets.cli.js');
  const { webhookCommands } = await import('./webhooks/index.js');
  const { commands } = await access();
  return {
    commands: [
      workspaceCommands,
      archiveCommands,
      freezeCommands,
      moveCommands,
      ...commands,
      webhookCommands,
      policyCommands,
      auditCommands,
      queueCommands,
      secretsCommands,
      migrateCommand,
      extensionCommands,
      extensionDataCommands,
      backupCommands,
      cellCommands,
    ],
    application: (settings) => AppModule.with(settings),
  };
}

/** Runs the command that the arguments of the process name. */
export async function runCommands(): Promise<void> {
  const args = process.argv.slice(2);
  const subject = args.find((arg) => !arg.startsWith('-')) ?? '';
  if (process.env.EXTENSIONS && !(await loadNamedExtensions())) return;
  process.exitCode = await runCommandLine(args, {
    env: process.env,
    ...(await (['user', 'key', 'oauth-client', 'domain'].includes(subject) ? access() : suite())),
    out: console.log,
    err: console.error,
  });
}

/** Loads the extensions before the application; false if that is refused, which is said. */
async function loadNamedExtensions(): Promise<boolean> {
  const { readSettings } = await import('./platform/config/read-settings.js');
  const { loadExtensions } = await import('./platform/extensions/load.js');
  try {
    const { EXTENSIONS, EXTENSIONS_OPTIONAL } = readSettings();
    await loadExtensions({
      names: EXTENSIONS,
      optional: EXTENSIONS_OPTIONAL,
      env: process.env,
      warn: console.error,
    });
    return true;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
    return false;
  }
}

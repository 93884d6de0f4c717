import 'reflect-metadata';
import { apiKeyCommands, oauthClientCommands, userCommands, workspaceCommands } from './access/index.js';
import { AppModule } from './app.module.js';
import { runCommandLine } from './platform/cli/command-line.js';
import { auditCommands, policyCommands } from './guard/index.js';
import { migrateCommand } from './platform/cli/migrate.cli.js';
import { queueCommands } from './platform/cli/queues.cli.js';
import { webhookCommands } from './webhooks/index.js';

const commands = [
  workspaceCommands,
  userCommands,
  apiKeyCommands,
  oauthClientCommands,
  webhookCommands,
  policyCommands,
  auditCommands,
  queueCommands,
  migrateCommand,
];

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  commands,
  application: (settings) => AppModule.with(settings),
  out: console.log,
  err: console.error,
});

import type { Commands } from './command-line.js';
import { prepareSchema } from './schema.js';

export const migrateCommand: Commands = (program, { inDatabase }) => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date')
    .action(inDatabase(async (settings) => ({ migrations: await prepareSchema(settings, { queues: true }) })));
};

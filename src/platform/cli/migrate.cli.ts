import type { Commands } from './command-line.js';
import { migrateQueues } from '../queues/queue-server.js';
import { migrate } from '../database/data-source.js';

export const migrateCommand: Commands = (program, { inDatabase }) => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date')
    .action(
      inDatabase(async ({ directUrl, REDIS_URL }) => {
        const migrations = await migrate(directUrl);
        if (!REDIS_URL) await migrateQueues(directUrl);
        return { migrations };
      }),
    );
};

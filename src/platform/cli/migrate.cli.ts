import type { Commands } from './command-line.js';
import { migrateQueues } from '../queues/queue-server.js';
import { migrate } from '../database/data-source.js';

export const migrateCommand: Commands = (program, { inDatabase }) => {
  program
    .command('migrate')
    .description('Bring the schema of the database up to date')
    .action(
      inDatabase(async ({ DATABASE_URL, REDIS_URL }) => {
        const migrations = await migrate(DATABASE_URL!);
        if (!REDIS_URL) await migrateQueues(DATABASE_URL!);
        return { migrations };
      }),
    );
};

import type { Commands } from './command-line.js';
import { ApiError } from '../errors/api-error.js';
import { Queues } from '../queues/queues.js';

export const queueCommands: Commands = (program, { inApplication }) => {
  const queues = program.command('queues').description('Show the number of jobs in each state');
  queues.action(
    inApplication(async (app) => {
      const counts = await app.get(Queues).counts();
      return { data: Object.entries(counts).map(([queue, count]) => ({ queue, ...count })) };
    }),
  );
  queues
    .command('retry <queue>')
    .description('Retry the failed jobs of a queue')
    .action(
      inApplication(async (app, _, queue) => {
        const counts = await app.get(Queues).counts();
        const known = counts[queue!];
        if (!known) {
          throw new ApiError(404, `There is no queue ${queue}. There are: ${Object.keys(counts).join(', ')}.`);
        }
        await app.get(Queues).retryFailed(queue!);
        return { queue, retried: known.failed };
      }),
    );
};

import { type Commands, Int, inWorkspace, read } from '../../platform/index.js';
import { WorkspaceFreezes } from './freezes.service.js';

class FreezeOptions {
  @Int({ min: 5, max: 3_600 }) wait: number;
}

/** Adds subcommands to `workspace`. */
export const freezeCommands: Commands = (program, { inApplication }) => {
  const workspace = program.commands.find((command) => command.name() === 'workspace') ?? program.command('workspace');
  workspace
    .command('freeze')
    .description('Refuse every change in a workspace, which can still be read, until it is unfrozen')
    .argument('<id>', 'the workspace')
    .option('--wait <seconds>', 'how long running work may take to come to its end', '60')
    .action(
      inApplication(async (app, { wait }, id: string) => {
        const options = read(FreezeOptions, { wait: Number(wait) });
        await inWorkspace(app, id, async () => undefined);
        return app.get(WorkspaceFreezes).freeze(id, options.wait);
      }),
    );
  workspace
    .command('unfreeze')
    .description('Allow changes in a workspace again')
    .argument('<id>', 'the workspace')
    .action(
      inApplication(async (app, _options, id: string) => {
        await inWorkspace(app, id, async () => undefined);
        return app.get(WorkspaceFreezes).unfreeze(id);
      }),
    );
};

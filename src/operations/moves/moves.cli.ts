import { type Commands, Int, inWorkspace, invalidField, read } from '../../platform/index.js';
import { WorkspaceMoves } from './moves.service.js';

class MoveOptions {
  @Int({ min: 5, max: 3_600 }) wait: number;
}

/** Adds subcommands to `workspace`. */
export const moveCommands: Commands = (program, { inApplication }) => {
  const workspace = program.commands.find((command) => command.name() === 'workspace') ?? program.command('workspace');
  workspace
    .command('move')
    .description(
      'Move a workspace to another deployment: first --to, --key and --out, with --copy as often as it pays, then --receipt; or --abort',
    )
    .argument('<id>', 'the workspace')
    .option('--to <url>', 'the address of the target')
    .option('--key <key>', 'the transfer key, which "workspace receive" prints at the target')
    .option('--out <file>', 'a file for the archive that is not there yet')
    .option('--copy', 'while people work: a copy, or what has changed since the last one')
    .option('--wait <seconds>', 'how long running work may take to come to its end', '60')
    .option('--receipt <code>', 'what the target printed when it had received the archive; ends the move')
    .option('--abort', 'open the workspace here again')
    .action(
      inApplication(async (app, options, id: string) => {
        await inWorkspace(app, id, async () => undefined);
        const moves = app.get(WorkspaceMoves);
        if (options.abort) return moves.abort(id);
        if (options.receipt !== undefined) return moves.finish(id, options.receipt);
        for (const name of ['to', 'key', 'out'])
          if (options[name] === undefined) throw invalidField(name, 'required', `${name} is required.`);
        if (options.copy) return moves.copy(id, { to: options.to, key: options.key, out: options.out });
        const { wait } = read(MoveOptions, { wait: Number(options.wait) });
        return moves.pack(id, { to: options.to, key: options.key, out: options.out, wait });
      }),
    );
  workspace
    .command('receive')
    .description('Print the transfer key of this deployment, or receive the archive of a move')
    .argument('[file]', 'the archive')
    .action(
      inApplication(async (app, _options, file?: string) => {
        const moves = app.get(WorkspaceMoves);
        return file === undefined ? { transfer_key: moves.transferKey } : moves.receive(file);
      }),
    );
  workspace
    .command('open')
    .description('Open a workspace that was received, once it has left its source')
    .argument('<id>', 'the workspace')
    .requiredOption('--release <code>', 'what the source printed when it had ended the move')
    .action(inApplication((app, { release }, id: string) => app.get(WorkspaceMoves).open(id, release)));
  workspace
    .command('discard')
    .description('Remove the data of a workspace that has moved away, or was received and not opened')
    .argument('<id>', 'the workspace')
    .action(inApplication((app, _options, id: string) => app.get(WorkspaceMoves).discard(id)));
};

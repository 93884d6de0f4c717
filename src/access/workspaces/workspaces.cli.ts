import { type Commands, Email, read, Text } from '../../platform/index.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { Workspaces } from './workspaces.service.js';

class CreateWorkspace {
  @Text() name: string;
  @Email() owner_email: string;
}

export const workspaceCommands: Commands = (program, { inApplication }) => {
  const workspace = program.command('workspace').description('Workspaces');
  workspace
    .command('create')
    .description('Create a workspace with its owner and an API key with every scope')
    .requiredOption('--name <name>', 'the name')
    .requiredOption('--owner-email <email>', 'the address of its owner')
    .action(
      inApplication(async (app, { name, ownerEmail }) => {
        const input = read(CreateWorkspace, { name, owner_email: ownerEmail });
        return app.get(Workspaces).create(input.name, input.owner_email);
      }),
    );
  workspace
    .command('list')
    .description('List all workspaces')
    .action(inApplication(async (app) => ({ data: await app.get(WorkspaceRepository).all() })));
};

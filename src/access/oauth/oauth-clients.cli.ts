import { asSystem, type Commands, inWorkspace, read, StoreRegistry } from '../../platform/index.js';
import { CreateOAuthClient } from './oauth-client.dto.js';
import { OAuthClient } from './oauth-client.entity.js';
import { OAuthClientsService } from './oauth-clients.service.js';

const several = (uri: string, before: string[] = []) => [...before, uri];

export const oauthClientCommands: Commands = (program, { inApplication }) => {
  const client = program.command('oauth-client').description('OAuth clients: apps that act on behalf of users');
  client
    .command('create')
    .description('Register a client and show the secret of a confidential one once')
    .requiredOption('--workspace <id>', 'the workspace of the client')
    .requiredOption('--name <name>', 'the name on the consent page')
    .requiredOption('--redirect-uri <uri>', 'where users come back to, letter by letter; may be repeated', several)
    .requiredOption(
      '--scopes <scopes>',
      'the scopes that it may request, separated by commas: office:read,office:write',
    )
    .option('--type <type>', 'confidential (it can keep a secret) or public', 'public')
    .action(
      inApplication((app, { workspace, name, redirectUri, scopes, type }) => {
        const values = { name, type, redirect_uris: redirectUri, scopes: scopes.split(',') };
        const input = read(CreateOAuthClient, values);
        return inWorkspace(app, workspace, () => app.get(OAuthClientsService).create(input));
      }),
    );
  client
    .command('list')
    .description('List the clients of a workspace')
    .requiredOption('--workspace <id>', 'the workspace')
    .action(
      inApplication(
        (app, { workspace }) =>
          inWorkspace(app, workspace, async () => ({ data: await app.get(OAuthClientsService).list() })),
        ['client_id', 'name', 'type', 'created_at', 'redirect_uris', 'scopes'],
      ),
    );
  client
    .command('revoke')
    .description('Revoke a client with all its grants, at once')
    .requiredOption('--id <id>', 'the client')
    .action(
      inApplication(async (app, { id }) => {
        const { workspace_id } = await app.get(StoreRegistry).of(OAuthClient).getAnywhere(id, 'all');
        return asSystem(workspace_id, () => app.get(OAuthClientsService).revoke(id));
      }),
    );
};

import type { INestApplicationContext } from '@nestjs/common';
import {
  Clock,
  type Commands,
  conflict,
  invalidField,
  inWorkspace,
  read,
  shown,
  StoreRegistry,
  withExtensions,
} from '../../platform/index.js';
import { Owners } from '../users/owners.js';
import { ApiKeyQuery, ApiKeyView, CreateApiKey, NewApiKeyView } from './api-key.dto.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeysService } from './api-keys.service.js';

export const apiKeyCommands: Commands = (program, { inApplication }) => {
  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('Create an API key and show it once')
    .requiredOption('--workspace <id>', 'the workspace of the key')
    .requiredOption('--name <name>', 'the name')
    .requiredOption('--scopes <scopes>', 'the scopes, separated by commas: office:read,office:write')
    .option('--expires-at <time>', 'the time of expiry, such as 2026-12-31T00:00:00Z; default: never')
    .option('--operator', 'operator rights on the deployment as well: queues and maintenance tasks', false)
    .action(
      inApplication((app, { workspace, name, scopes, expiresAt, operator }) => {
        const input = read(CreateApiKey, { name, scopes: scopes.split(','), expires_at: expiresAt });
        return inWorkspace(app, workspace, () => create(app, input, operator));
      }),
    );
  key
    .command('list')
    .description('List the API keys of a workspace')
    .requiredOption('--workspace <id>', 'the workspace of the keys')
    .action(
      inApplication(
        (app, { workspace }) => inWorkspace(app, workspace, async () => ({ data: await list(app) })),
        ['id', 'name', 'status', 'created_at', 'expires_at', 'last_used_at', 'operator', 'scopes'],
      ),
    );
  key
    .command('revoke')
    .description('Revoke an API key at once')
    .requiredOption('--id <id>', 'the key')
    .action(
      inApplication(async (app, { id }) => {
        const store = app.get(StoreRegistry).of(ApiKey);
        const { workspace_id } = await store.getAnywhere(id, 'all');
        return inWorkspace(app, workspace_id, async () => {
          const keys = app.get(ApiKeysService);
          await keys.revoke(await store.get(id, { lock: true }));
          return shown(ApiKeyView, keys.show(await store.get(id)));
        });
      }),
    );
};

async function create(
  app: INestApplicationContext,
  { name, scopes, expires_at = null }: CreateApiKey,
  operator: boolean,
) {
  if (expires_at !== null && Date.parse(expires_at) <= app.get(Clock).now()) {
    throw invalidField('expires_at', 'out_of_range', 'expires_at must be in the future.');
  }
  // An owner becomes the creator.
  const created_by = await app.get(Owners).first();
  if (!created_by) throw conflict('The workspace has no active owner.');
  const given = withExtensions(scopes, () => true);
  const key = { name, scopes: given, expires_at, created_by, operator };
  return shown(NewApiKeyView, await app.get(ApiKeysService).mint(key));
}

async function list(app: INestApplicationContext): Promise<object[]> {
  const keys: object[] = [];
  const query = Object.assign(new ApiKeyQuery(), { limit: 100 });
  do {
    const { data, meta } = await app.get(ApiKeysService).list(query);
    keys.push(...data.map((key) => shown(ApiKeyView, key)));
    query.cursor = meta.next_cursor ?? undefined;
  } while (query.cursor);
  return keys;
}

import { loadedExtensions } from '../extensions/extension.js';
import { SecretsRotation } from '../security/secrets-rotation.js';
import type { Commands } from './command-line.js';

export const secretsCommands: Commands = (program, { inApplication }) => {
  const secrets = program.command('secrets').description('The encryption of stored secrets');
  secrets
    .command('rotate')
    .description('Encrypt all stored secrets again with SECRETS_KEY, while processes serve')
    .action(
      inApplication(
        async (app) => ({
          data: await app.get(SecretsRotation).rotate(loadedExtensions().map(({ name }) => name)),
        }),
        ['column', 'encrypted', 'unreadable', 'waiting'],
      ),
    );
  secrets
    .command('give-up')
    .description('Delete everything that was encrypted with a lost key')
    .requiredOption('--key <id>', 'the id of the lost key, as the refused start names it')
    .action(
      inApplication(
        async (app, { key }) => ({ data: await app.get(SecretsRotation).giveUp(key) }),
        ['column', 'given_up'],
      ),
    );
};

import type { INestApplicationContext } from '@nestjs/common';
import { type Commands, currentContext, Database, invalidField, inWorkspace } from '../../platform/index.js';
import { passwordProblem } from './password-rules.js';
import { Passwords } from './passwords.service.js';

interface SetPassword {
  workspace: string;
  email: string;
  password: string;
}

export const userCommands: Commands = (program, { inApplication }) => {
  const user = program.command('user').description('Users');
  user
    .command('set-password')
    .description('Give a user a password; an invited user becomes active, and all their sessions end')
    .requiredOption('--workspace <id>', 'the workspace of the user')
    .requiredOption('--email <email>', 'the address of the user')
    .requiredOption('--password <password>', 'the new password')
    .action(
      inApplication((app, input: SetPassword) => inWorkspace(app, input.workspace, () => setPassword(app, input))),
    );
};

async function setPassword(app: INestApplicationContext, { email, password }: SetPassword): Promise<object> {
  const [found] = await app
    .get(Database)
    .read<{ id: string; email: string }>(
      'select id, email from users where workspace_id = $1 and lower(email) = lower($2)',
      [currentContext().workspaceId, email],
    );
  if (!found) throw invalidField('email', 'not_found', `There is no user ${email} in this workspace.`);
  const problem = await passwordProblem(password, found.email);
  if (problem) throw invalidField('password', 'invalid_value', problem);
  const passwords = app.get(Passwords);
  const { id, display_name, status } = await passwords.set(found.id, await passwords.hash(password));
  return { id, email: found.email, display_name, status };
}

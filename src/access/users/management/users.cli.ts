import type { INestApplicationContext } from '@nestjs/common';
import { type Commands, invalidField, inWorkspace, StoreRegistry } from '../../../platform/index.js';
import { PasswordRules } from '../../passwords/password-rules.js';
import { Passwords } from '../../passwords/passwords.service.js';
import { User } from '../user.entity.js';
import { UserRepository } from '../user.repository.js';
import { UsersService } from './users.service.js';

interface Which {
  workspace: string;
  email: string;
}

interface SetPassword extends Which {
  password: string;
}

export const userCommands: Commands = (program, { inApplication }) => {
  const user = program.command('user').description('Users');
  user
    .command('set-password')
    .description('Set the password of a user: an invited user becomes active, and all sessions end')
    .requiredOption('--workspace <id>', 'the workspace of the user')
    .requiredOption('--email <email>', 'the address of the user')
    .requiredOption('--password <password>', 'the new password')
    .action(
      inApplication((app, input: SetPassword) => inWorkspace(app, input.workspace, () => setPassword(app, input))),
    );
  for (const [name, operator, what] of [
    ['grant-operator', true, 'Make a user an operator: queues and maintenance tasks of all workspaces'],
    ['revoke-operator', false, 'Revoke the operator rights of a user'],
  ] as const)
    user
      .command(name)
      .description(what)
      .requiredOption('--workspace <id>', 'the workspace of the user')
      .requiredOption('--email <email>', 'the address of the user')
      .action(
        inApplication((app, input: Which) =>
          inWorkspace(app, input.workspace, () => setOperator(app, input, operator)),
        ),
      );
};

async function setPassword(app: INestApplicationContext, { email, password }: SetPassword): Promise<object> {
  const found = await find(app, email);
  const problem = await app.get(PasswordRules).problemOf(password, found);
  if (problem) throw invalidField('password', 'invalid_value', problem);
  const passwords = app.get(Passwords);
  const { id, display_name, status } = await passwords.set(found.id, await passwords.hash(password));
  return { id, email: found.email, display_name, status };
}

async function setOperator(app: INestApplicationContext, { email }: Which, operator: boolean): Promise<object> {
  const { id } = await find(app, email);
  const user = await app.get(StoreRegistry).of(User).get(id, { lock: true });
  const changed = await app.get(UsersService).setOperator(user, operator);
  return { id, email: changed.email, display_name: changed.display_name, operator };
}

async function find(
  app: INestApplicationContext,
  email: string,
): Promise<Pick<User, 'id' | 'email' | 'display_name' | 'workspace_id'>> {
  const found = await app.get(UserRepository).withAddress(email);
  if (!found) throw invalidField('email', 'not_found', `There is no user ${email} in this workspace.`);
  return found;
}

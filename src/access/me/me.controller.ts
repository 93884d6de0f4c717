import { Controller, Get } from '@nestjs/common';
import { currentContext, Endpoint } from '../../platform/index.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import { users } from '../users/user.resource.js';
import { UsersService } from '../users/management/users.service.js';
import { MeView } from './me.dto.js';
import { signedInUser } from '../users/signed-in-user.js';

/** The signed-in user; no scope is needed to see oneself. */
@Controller('v1/access/me')
export class MeController {
  constructor(
    private readonly users: UsersService,
    private readonly workspaces: Workspaces,
  ) {}

  @Get()
  @Endpoint(users, { scope: null, returns: MeView, summary: 'Get the signed-in user' })
  async get() {
    const { workspace_id, scopes, isOperator } = currentContext().credential!;
    const [user, workspace] = await Promise.all([this.users.get(signedInUser()), this.workspaces.find(workspace_id)]);
    const shown = await this.users.show(user);
    return { ...shown, scopes: [...scopes].toSorted(), operator: isOperator, workspace };
  }
}

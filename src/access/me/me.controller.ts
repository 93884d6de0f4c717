import { Body, Controller, Get, Patch } from '@nestjs/common';
import { currentContext, Endpoint } from '../../platform/index.js';
import { Workspaces } from '../workspaces/workspaces.service.js';
import type { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import { UsersService } from '../users/management/users.service.js';
import { MeView, UpdateMe } from './me.dto.js';
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
    return this.#show(await this.users.get(signedInUser()));
  }

  @Patch()
  @Endpoint(users, { scope: null, returns: MeView, summary: 'Change the language of the signed-in user' })
  async update(@Body() body: UpdateMe) {
    return this.#show(await this.users.updateOwn(await this.users.get(signedInUser()), body));
  }

  async #show(user: User) {
    const { workspace_id, scopes, isOperator } = currentContext().credential!;
    const [shown, workspace] = await Promise.all([this.users.show(user), this.workspaces.find(workspace_id)]);
    return { ...shown, scopes: [...scopes].toSorted(), operator: isOperator, workspace };
  }
}

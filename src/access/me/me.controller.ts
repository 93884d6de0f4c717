import { Controller, Get } from '@nestjs/common';
import { currentContext, Endpoint } from '../../platform/index.js';
import { users } from '../users/user.resource.js';
import { UsersService } from '../users/users.service.js';
import { MeView } from './me.dto.js';
import { signedInUser } from './signed-in-user.js';

/** The signed-in user; no scope is needed to see oneself. */
@Controller('v1/access/me')
export class MeController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Endpoint(users, { scope: null, returns: MeView, summary: 'Get the signed-in user' })
  async get() {
    const user = await this.users.show(await this.users.get(signedInUser()));
    return { ...user, scopes: [...currentContext().credential!.scopes].toSorted() };
  }
}

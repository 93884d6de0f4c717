import { Controller, Param, Post } from '@nestjs/common';
import { Endpoint, Loaded, ResourceController } from '../../../platform/index.js';
import {
  CreatedUser,
  CreateUser,
  InvitationView,
  MessageView,
  UpdateUser,
  UserItem,
  UserQuery,
  UserView,
} from './user.dto.js';
import { User } from '../user.entity.js';
import { OF_ADMINS } from '../../roles/roles.js';
import { users } from '../user.resource.js';
import { UsersService } from './users.service.js';

@Controller('v1/access/users')
export class UsersController extends ResourceController(User, UsersService, {
  view: UserView,
  list: { query: UserQuery, returns: UserItem },
  create: { body: CreateUser, returns: CreatedUser, errors: ['emailTaken'], recentProof: OF_ADMINS },
  update: { body: UpdateUser, errors: ['lastOwner'], recentProof: OF_ADMINS },
  remove: { errors: ['oneself', 'lastOwner'] },
}) {
  @Post(':id/activate')
  @Endpoint(users, { returns: UserView, status: 200, action: 'activated', errors: ['suspended'] })
  async activate(@Param('id', Loaded(User)) user: User) {
    return this.service.show(await this.service.activate(user));
  }

  @Post(':id/deactivate')
  @Endpoint(users, {
    returns: UserView,
    status: 200,
    action: 'deactivated',
    errors: ['oneself', 'lastOwner'],
  })
  async deactivate(@Param('id', Loaded(User)) user: User) {
    return this.service.show(await this.service.deactivate(user));
  }

  @Post(':id/reactivate')
  @Endpoint(users, { returns: UserView, status: 200, action: 'reactivated', errors: ['pending'] })
  async reactivate(@Param('id', Loaded(User)) user: User) {
    return this.service.show(await this.service.reactivate(user));
  }

  @Post(':id/invite')
  @Endpoint(users, {
    returns: InvitationView,
    status: 202,
    action: 'invited',
    errors: ['notPending'],
    summary: 'Invite a pending user again',
  })
  async invite(@Param('id', Loaded(User)) user: User): Promise<InvitationView> {
    return { status: 'sent', invite_link: await this.service.invite(user) };
  }

  @Post(':id/password-reset')
  @Endpoint(users, {
    returns: MessageView,
    status: 202,
    action: 'password_reset',
    errors: ['suspended'],
    summary: 'Send a user a link to choose a new password',
  })
  async resetPassword(@Param('id', Loaded(User)) user: User): Promise<MessageView> {
    await this.service.resetPassword(user);
    return { status: 'sent' };
  }
}

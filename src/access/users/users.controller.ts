import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/request/endpoint.js';
import { CreatedUser, CreateUser, MessageView, UpdateUser, UserItem, UserQuery, UserView } from './user.dto.js';
import { User } from './user.entity.js';
import { users } from './user.resource.js';
import { UsersService } from './users.service.js';

@Controller('v1/access/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Endpoint(users, { scope: 'read', returns: UserItem, page: true })
  list(@Query() query: UserQuery) {
    return this.users.list(query);
  }

  @Get(':id')
  @Endpoint(users, { scope: 'read', returns: UserView })
  get(@Param('id', Loaded(User)) user: User) {
    return this.users.view(user);
  }

  @Post()
  @Endpoint(users, { scope: 'write', returns: CreatedUser, errors: ['emailTaken'] })
  create(@Body() body: CreateUser) {
    return this.users.create(body);
  }

  @Patch(':id')
  @Endpoint(users, { scope: 'write', returns: UserView, errors: ['lastOwner'] })
  async update(@Param('id', Loaded(User)) user: User, @Body() body: UpdateUser) {
    return this.users.view(await this.users.update(user, body));
  }

  @Post(':id/activate')
  @Endpoint(users, { scope: 'write', returns: UserView, status: 200, action: 'activated', errors: ['suspended'] })
  async activate(@Param('id', Loaded(User)) user: User) {
    return this.users.view(await this.users.activate(user));
  }

  @Post(':id/deactivate')
  @Endpoint(users, {
    scope: 'write',
    returns: UserView,
    status: 200,
    action: 'deactivated',
    errors: ['oneself', 'lastOwner'],
  })
  async deactivate(@Param('id', Loaded(User)) user: User) {
    return this.users.view(await this.users.deactivate(user));
  }

  @Post(':id/reactivate')
  @Endpoint(users, { scope: 'write', returns: UserView, status: 200, action: 'reactivated', errors: ['pending'] })
  async reactivate(@Param('id', Loaded(User)) user: User) {
    return this.users.view(await this.users.reactivate(user));
  }

  @Post(':id/invite')
  @Endpoint(users, {
    scope: 'write',
    returns: MessageView,
    status: 202,
    action: 'invited',
    errors: ['notPending'],
    summary: 'Invite a pending user again',
  })
  async invite(@Param('id', Loaded(User)) user: User): Promise<MessageView> {
    await this.users.invite(user);
    return { status: 'sent' };
  }

  @Post(':id/password-reset')
  @Endpoint(users, {
    scope: 'write',
    returns: MessageView,
    status: 202,
    action: 'password_reset',
    errors: ['suspended'],
    summary: 'Send a user a link to choose a new password',
  })
  async resetPassword(@Param('id', Loaded(User)) user: User): Promise<MessageView> {
    await this.users.resetPassword(user);
    return { status: 'sent' };
  }

  @Delete(':id')
  @Endpoint(users, { scope: 'write', errors: ['oneself', 'lastOwner'] })
  remove(@Param('id', Loaded(User)) user: User) {
    return this.users.remove(user);
  }
}

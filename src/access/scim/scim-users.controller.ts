import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { Endpoint, Loaded } from '../../platform/index.js';
import { OF_ADMINS } from '../roles/roles.js';
import { User } from '../users/user.entity.js';
import { users } from '../users/user.resource.js';
import {
  ScimPatchBody,
  ScimQuery,
  ScimSearch,
  ScimShown,
  ScimUserBody,
  ScimUserList,
  ScimUserView,
} from './scim.dto.js';
import { scim } from './scim.resource.js';
import { ScimUsersService } from './scim-users.service.js';

const common = { scope: 'write', dialect: scim, returns: ScimUserView } as const;
const changing = ['emailTaken', 'externalIdTaken', 'lastOwner', 'oneself'] as const;
const loaded = Loaded(User, { real: true });

@Controller('v1/access/scim/v2/Users')
export class ScimUsersController {
  constructor(private readonly users: ScimUsersService) {}

  @Get()
  @Endpoint(users, { ...common, returns: ScimUserList, summary: 'List users for provisioning' })
  list(@Query() query: ScimQuery) {
    return this.users.list(query);
  }

  @Post('.search')
  @Endpoint(users, {
    ...common,
    returns: ScimUserList,
    status: 200,
    action: 'read',
    summary: 'Search users for provisioning',
  })
  search(@Body() body: ScimSearch) {
    return this.users.search(body);
  }

  @Post()
  @Endpoint(users, { ...common, errors: ['emailTaken', 'externalIdTaken'], summary: 'Provision a user' })
  create(@Body() body: ScimUserBody, @Query() shown: ScimShown) {
    return this.users.create(body, shown);
  }

  @Get(':id')
  @Endpoint(users, { ...common, summary: 'Get a user for provisioning' })
  get(@Param('id', loaded) user: User, @Query() shown: ScimShown) {
    return this.users.get(user, shown);
  }

  @Put(':id')
  @Endpoint(users, { ...common, errors: changing, recentProof: OF_ADMINS, summary: 'Replace a provisioned user' })
  replace(@Param('id', loaded) user: User, @Body() body: ScimUserBody, @Query() shown: ScimShown) {
    return this.users.replace(user, body, shown);
  }

  @Patch(':id')
  @Endpoint(users, { ...common, errors: changing, recentProof: OF_ADMINS, summary: 'Change a provisioned user' })
  patch(@Param('id', loaded) user: User, @Body() body: ScimPatchBody, @Query() shown: ScimShown) {
    return this.users.patch(user, body, shown);
  }

  @Delete(':id')
  @Endpoint(users, {
    scope: 'write',
    dialect: scim,
    errors: ['oneself', 'lastOwner'],
    summary: 'Delete a provisioned user for good',
  })
  remove(@Param('id', loaded) user: User) {
    return this.users.remove(user);
  }
}

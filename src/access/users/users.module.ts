import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/resource/stores.module.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { Group } from '../groups/group.entity.js';
import { GroupsController } from '../groups/groups.controller.js';
import { GroupsService } from '../groups/groups.service.js';
import { UserLinks } from '../links/user-links.service.js';
import { MeController } from '../me/me.controller.js';
import { PagesModule } from '../pages/pages.module.js';
import { Owners } from '../roles/owners.js';
import { RolesController } from '../roles/roles.controller.js';
import { RolesService } from '../roles/roles.service.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { User } from './user.entity.js';
import { UserReferences } from './user-references.js';
import { UsersController } from './users.controller.js';
import { UsersPort } from './users.port.js';
import { UsersService } from './users.service.js';

/** Users with their groups and roles, and the links that they are sent. */
@Module({
  imports: [ApiKeysModule, PagesModule, SessionsModule, StoresModule.for(User, Group)],
  controllers: [MeController, UsersController, GroupsController, RolesController],
  providers: [UsersPort, UsersService, UserReferences, UserLinks, GroupsService, RolesService, Owners],
  exports: [UsersPort, UsersService, UserLinks, GroupsService],
})
export class UsersModule {}

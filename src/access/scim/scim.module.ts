import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { UserManagementModule } from '../users/management/user-management.module.js';
import { ScimDescriptionsController } from './descriptions.controller.js';
import { ScimDescriptions } from './descriptions.service.js';
import { ScimRepository } from './scim.repository.js';
import { ScimErrors } from './scim.errors.js';
import { ScimGroupsController } from './scim-groups.controller.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimUsersController } from './scim-users.controller.js';
import { ScimUsersService } from './scim-users.service.js';

@Module({
  imports: [GroupsModule, UserManagementModule],
  controllers: [ScimDescriptionsController, ScimUsersController, ScimGroupsController],
  providers: [ScimRepository, ScimDescriptions, ScimUsersService, ScimGroupsService, ScimErrors],
})
export class ScimModule {}

import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Group } from './group.entity.js';
import { GroupRepository } from './group.repository.js';
import { GroupsController } from './groups.controller.js';
import { User } from '../users/user.entity.js';
import { UsersModule } from '../users/users.module.js';
import { GroupsService } from './groups.service.js';

@Module({
  imports: [SessionsModule, StoresModule.forFeature(Group, User), UsersModule],
  controllers: [GroupsController],
  providers: [GroupRepository, GroupsService],
  exports: [GroupRepository, GroupsService],
})
export class GroupsModule {}

import { Module } from '@nestjs/common';
import { StoresModule } from '../../../platform/index.js';
import { ApiKeysModule } from '../../api-keys/api-keys.module.js';
import { GroupsModule } from '../../groups/groups.module.js';
import { LinksModule } from '../../links/links.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { User } from '../user.entity.js';
import { UsersModule } from '../users.module.js';
import { UserImportKind } from './user-import.js';
import { UserReferenceRepository } from './user-reference.repository.js';
import { UserReferences } from './user-references.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ApiKeysModule, GroupsModule, LinksModule, SessionsModule, StoresModule.forFeature(User), UsersModule],
  controllers: [UsersController],
  providers: [UserReferenceRepository, UserImportKind, UserReferences, UsersService],
  exports: [UsersService],
})
export class UserManagementModule {}

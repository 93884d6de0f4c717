import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LinksModule } from '../links/links.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { User } from './user.entity.js';
import { UserReferences } from './user-references.js';
import { PrincipalsPort } from './principals.port.js';
import { UsersController } from './users.controller.js';
import { UsersPort } from './users.port.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [ApiKeysModule, LinksModule, RolesModule, SessionsModule, StoresModule.forFeature(User)],
  controllers: [UsersController],
  providers: [PrincipalsPort, UsersPort, UsersService, UserReferences],
  exports: [PrincipalsPort, UsersPort, UsersService],
})
export class UsersModule {}

import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Owners } from './owners.js';
import { PrincipalsPort } from './principals.port.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';
import { UsersPort } from './users.port.js';

/** The records of users, and the questions about them. The routes and rules of their changes are `users/management`. */
@Module({
  imports: [StoresModule.forFeature(User)],
  providers: [Owners, PrincipalsPort, UserRepository, UsersPort],
  exports: [Owners, PrincipalsPort, UserRepository, UsersPort],
})
export class UsersModule {}

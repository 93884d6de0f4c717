import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { MeController } from './me.controller.js';

@Module({
  imports: [UsersModule, WorkspacesModule],
  controllers: [MeController],
})
export class MeModule {}

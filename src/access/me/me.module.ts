import { Module } from '@nestjs/common';
import { UserManagementModule } from '../users/management/user-management.module.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { MeController } from './me.controller.js';

@Module({
  imports: [UserManagementModule, WorkspacesModule],
  controllers: [MeController],
})
export class MeModule {}

import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { ApiKey } from '../api-keys/api-key.entity.js';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LinksModule } from '../links/links.module.js';
import { User } from '../users/user.entity.js';
import { FirstSignIn } from './first-sign-in.js';
import { WorkspaceController } from './workspace.controller.js';
import { Workspace } from './workspace.entity.js';
import { WorkspaceRepository } from './workspace.repository.js';
import { Workspaces } from './workspaces.service.js';

@Module({
  imports: [ApiKeysModule, LinksModule, StoresModule.forFeature(ApiKey, User, Workspace)],
  controllers: [WorkspaceController],
  providers: [FirstSignIn, WorkspaceRepository, Workspaces],
  exports: [FirstSignIn, Workspaces],
})
export class WorkspacesModule {}

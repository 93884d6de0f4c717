import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { Workspaces } from './workspaces.service.js';

@Module({
  imports: [ApiKeysModule],
  providers: [Workspaces],
  exports: [Workspaces],
})
export class WorkspacesModule {}

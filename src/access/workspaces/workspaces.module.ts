import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { LinksModule } from '../links/links.module.js';
import { FirstSignIn } from './first-sign-in.js';
import { Workspaces } from './workspaces.service.js';

@Module({
  imports: [ApiKeysModule, LinksModule],
  providers: [FirstSignIn, Workspaces],
  exports: [FirstSignIn, Workspaces],
})
export class WorkspacesModule {}

import { Module } from '@nestjs/common';
import { GuardModule } from '../../guard/index.js';
import { FreezeRepository } from './freeze.repository.js';
import { WorkspaceFreezes } from './freezes.service.js';

/** Workspaces that can be read and not changed, for a while (D-RUN-13). */
@Module({
  imports: [GuardModule],
  providers: [FreezeRepository, WorkspaceFreezes],
  exports: [WorkspaceFreezes],
})
export class FreezesModule {}

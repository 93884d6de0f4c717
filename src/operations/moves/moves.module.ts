import { Module } from '@nestjs/common';
import { ArchivesModule } from '../archives/archives.module.js';
import { FreezesModule } from '../freezes/freezes.module.js';
import { MoveRepository } from './move.repository.js';
import { WorkspaceMoves } from './moves.service.js';

/** Moves of workspaces from one deployment to another (D-RUN-13). */
@Module({
  imports: [ArchivesModule, FreezesModule],
  providers: [MoveRepository, WorkspaceMoves],
})
export class MovesModule {}

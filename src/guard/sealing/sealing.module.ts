import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Checkpoint } from './checkpoints/checkpoint.entity.js';
import { CheckpointRepository } from './checkpoints/checkpoint.repository.js';
import { CheckpointsController } from './checkpoints/checkpoints.controller.js';
import { CheckpointsService } from './checkpoints/checkpoints.service.js';
import { PurgeRepository } from './purge.repository.js';
import { Retention } from './retention.js';
import { SealRepository } from './seal.repository.js';
import { Sealer } from './sealer.js';
import { SigningKeyRepository } from './signing-key.repository.js';
import { SigningKeys } from './signing-keys.js';
import { TrailArchive } from './trail-archive.js';
import { TrailArchiveRepository } from './trail-archive.repository.js';
import { TrailRepository } from './trail.repository.js';
import { VerificationController } from './verification.controller.js';
import { VerificationService } from './verification.service.js';

/** Tamper evidence of the audit trail: hash chain, verification, signed checkpoints, and recorded purges. */
@Module({
  imports: [StoresModule.forFeature(Checkpoint)],
  controllers: [VerificationController, CheckpointsController],
  providers: [
    SealRepository,
    Sealer,
    SigningKeyRepository,
    SigningKeys,
    CheckpointRepository,
    CheckpointsService,
    TrailRepository,
    VerificationService,
    PurgeRepository,
    Retention,
    TrailArchiveRepository,
    TrailArchive,
  ],
  exports: [TrailArchive],
})
export class SealingModule {}

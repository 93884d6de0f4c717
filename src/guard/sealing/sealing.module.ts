import { Module } from '@nestjs/common';
import { StoresModule } from '../../platform/index.js';
import { Checkpoint } from './checkpoints/checkpoint.entity.js';
import { CheckpointsController } from './checkpoints/checkpoints.controller.js';
import { CheckpointsService } from './checkpoints/checkpoints.service.js';
import { PurgeLog } from './purge-log.js';
import { Retention } from './retention.js';
import { SealLog } from './seal-log.js';
import { Sealer } from './sealer.js';
import { SigningKeys } from './signing-keys.js';
import { VerificationController } from './verification.controller.js';
import { VerificationService } from './verification.service.js';

/** The trail that proves itself: it is chained, checked, stated in signed checkpoints, and purged on record. */
@Module({
  imports: [StoresModule.for(Checkpoint)],
  controllers: [VerificationController, CheckpointsController],
  providers: [SealLog, Sealer, SigningKeys, CheckpointsService, VerificationService, PurgeLog, Retention],
})
export class SealingModule {}

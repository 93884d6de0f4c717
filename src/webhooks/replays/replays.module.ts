import { Module } from '@nestjs/common';
import { QueuesModule, StoresModule } from '../../platform/index.js';
import { DeliveriesModule } from '../deliveries/deliveries.module.js';
import { Replay } from './replay.entity.js';
import { ReplayLog } from './replay-log.js';
import { EveryReplayController, ReplaysController } from './replays.controller.js';
import { ReplaysProcessor } from './replays.processor.js';
import { REPLAYS_QUEUE, ReplaysService } from './replays.service.js';

/** Past events, sent once more. */
@Module({
  imports: [DeliveriesModule, StoresModule.for(Replay), QueuesModule.queue(REPLAYS_QUEUE)],
  controllers: [EveryReplayController, ReplaysController],
  providers: [ReplaysService, ReplayLog, ReplaysProcessor],
})
export class ReplaysModule {}

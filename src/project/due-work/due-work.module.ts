import { Module } from '@nestjs/common';
import { QueuesModule } from '../../platform/index.js';
import { DUE_WORK_QUEUE, DueWork } from './due-work.js';
import { DueWorkProcessor } from './due-work.processor.js';

/** Work that falls due: reminders, recurrences, archiving. */
@Module({
  imports: [QueuesModule.queue(DUE_WORK_QUEUE)],
  providers: [DueWork, DueWorkProcessor],
  exports: [DueWork],
})
export class DueWorkModule {}

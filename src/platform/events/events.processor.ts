import { WorkerHost } from '@nestjs/bullmq';
import { QueueProcessor } from '../queues/queue-processor.js';
import { Listeners } from './listeners.js';

/** Handles what was left when the process that moved it to the log died before its listeners had seen it. */
@QueueProcessor('events', { recurring: { 'listeners-sweep': 5_000 } })
export class EventsProcessor extends WorkerHost {
  constructor(private readonly listeners: Listeners) {
    super();
  }

  process(): Promise<void> {
    return this.listeners.catchUp();
  }
}

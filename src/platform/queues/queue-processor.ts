import { Processor } from '@nestjs/bullmq';
import { IDLE_SECONDS } from './queue-server.js';
import type { WorkerOptions } from 'bullmq';

export type QueueProcessorOptions = Partial<Omit<WorkerOptions, 'connection'>>;

/**
 * Marks the class (a `WorkerHost`) whose `process` runs the jobs of a queue, in processes that work the queues.
 * A job runs at least once: one whose process died runs again within 30 s, so `process` must bear being repeated.
 * An error that it throws is logged and counts as a failed attempt. Work that no request causes is a maintenance task.
 */
export function QueueProcessor(queue: string, options: QueueProcessorOptions = {}): ClassDecorator {
  return Processor(queue, {
    // An idle worker asks only once in the longer of the two.
    lockDuration: 10_000,
    stalledInterval: 19_000,
    drainDelay: IDLE_SECONDS,
    maxStalledCount: 1000,
    runRetryDelay: 1000,
    ...options,
  });
}

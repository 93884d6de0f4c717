import { Processor } from '@nestjs/bullmq';
import { IDLE_SECONDS } from './queue-server.js';
import type { WorkerOptions } from 'bullmq';

export type QueueProcessorOptions = Partial<Omit<WorkerOptions, 'connection'>>;

export const WORKER_OPTIONS = {
  // An idle worker polls at the longer of the two intervals.
  lockDuration: 10_000,
  stalledInterval: 19_000,
  drainDelay: IDLE_SECONDS,
  maxStalledCount: 1000,
  runRetryDelay: 1000,
} as const;

/**
 * Marks a `WorkerHost` whose `process` runs the jobs of a queue, in processes that work the queues. Delivery is at least once:
 * the job of a dead process runs again within 30 s, so `process` must be idempotent. Errors are logged and count as failed
 * attempts. Work without a triggering request is a maintenance task.
 */
export function QueueProcessor(queue: string, options: QueueProcessorOptions = {}): ClassDecorator {
  return Processor(queue, { ...WORKER_OPTIONS, ...options });
}

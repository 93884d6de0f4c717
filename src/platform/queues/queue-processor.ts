import { applyDecorators, SetMetadata } from '@nestjs/common';
import { Processor } from '@nestjs/bullmq';
import type { WorkerOptions } from 'bullmq';

export const RECURRING = 'queues:recurring';

export interface QueueProcessorOptions extends Partial<Omit<WorkerOptions, 'connection'>> {
  /** Jobs that come by themselves: name → milliseconds between two of them. */
  recurring?: Record<string, number>;
}

export interface Recurring {
  queue: string;
  jobs: Record<string, number>;
}

/**
 * Marks the class (a `WorkerHost`) whose `process` runs the jobs of a queue, in processes that work the queues.
 * A job runs at least once: one whose process died runs again within 30 s, so `process` must bear being repeated.
 * What it throws is logged and counts as a failed attempt.
 *
 * `recurring` jobs run once per tick over all processes (ticks count from 1970, so a day begins at 00:00 UTC),
 * never beside themselves, and after a downtime once.
 */
export function QueueProcessor(queue: string, options: QueueProcessorOptions = {}): ClassDecorator {
  const { recurring = {}, ...worker } = options;
  return applyDecorators(
    Processor(queue, {
      lockDuration: 15_000,
      stalledInterval: 10_000,
      maxStalledCount: 1000,
      runRetryDelay: 1000,
      ...worker,
    }),
    SetMetadata(RECURRING, { queue, jobs: recurring } satisfies Recurring),
  );
}

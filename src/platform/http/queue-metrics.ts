import { Injectable } from '@nestjs/common';
import { Metrics } from '../metrics/metrics.js';
import { Queues } from '../queues/queues.js';

/** Shows how much waits, runs and has failed in each queue. */
@Injectable()
export class QueueMetrics {
  constructor(metrics: Metrics, queues: Queues) {
    const read = async () =>
      Object.fromEntries(Object.entries(await queues.counts()).map(([queue, counts]) => [queue, { ...counts }]));
    metrics.gauge('queue_jobs', 'Jobs by queue and state.', ['queue', 'state'], read);
  }
}

import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.js';

/** Prometheus metrics of this process. Other parts add gauges that are read when somebody looks. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  readonly #durations: Histogram<'method' | 'route' | 'status'>;

  constructor(database: Database) {
    collectDefaultMetrics({ register: this.registry });
    this.#durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.registry],
    });
    this.gauge('database_pool_connections', 'Connections to PostgreSQL by state.', 'state', () => {
      const { totalCount, idleCount, waitingCount } = database.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    });
  }

  request(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds);
  }

  /** A gauge with one label, whose values are asked for at every scrape. */
  gauge(
    name: string,
    help: string,
    label: string,
    read: () => Record<string, number> | Promise<Record<string, number>>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [value, number] of Object.entries(await read())) this.set({ [label]: value }, number);
      },
    });
  }
}

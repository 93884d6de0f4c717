import { Injectable, Logger } from '@nestjs/common';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Database } from '../database/database.js';

/** A number, or numbers by the values of one or more labels. */
type Reading = number | { readonly [value: string]: Reading };

let ofNode: Registry | undefined;

/**
 * Metrics of Node itself. There is one of them for all applications of a process, because they watch the event loop and the
 * garbage collector until it ends.
 */
function metricsOfNode(): Registry {
  if (!ofNode) collectDefaultMetrics({ register: (ofNode = new Registry()) });
  return ofNode!;
}

/** Prometheus metrics of this process. Other modules register gauges, which are read at each scrape. */
@Injectable()
export class Metrics {
  readonly #own = new Registry();
  readonly #logger = new Logger('Metrics');
  readonly #durations: Histogram<'method' | 'route' | 'status'>;

  constructor(database: Database) {
    metricsOfNode();
    this.#durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [this.#own],
    });
    this.gauge('database_pool_connections', 'Connections to PostgreSQL by state.', 'state', () => {
      const { totalCount, idleCount, waitingCount } = database.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    });
  }

  readonly contentType = this.#own.contentType;

  /** All metrics, as they are now. */
  read(): Promise<string> {
    return Registry.merge([metricsOfNode(), this.#own]).metrics();
  }

  /** The highest value of a gauge as it is now; null where it has none. */
  async highest(name: string): Promise<number | null> {
    const { values } = await this.#own.getSingleMetric(name)!.get();
    return values.length ? Math.max(...values.map(({ value }) => value)) : null;
  }

  request(method: string, route: string, status: number, seconds: number): void {
    this.#durations.observe({ method, route, status }, seconds);
  }

  /**
   * A gauge read at every scrape. `read` returns a number, or with one label a map from label value to number, or with two
   * labels a map of maps. A failing gauge is omitted from the scrape.
   *
   * @example metrics.gauge('queue_jobs', 'Jobs by queue and state.', ['queue', 'state'], () => queues.counts());
   */
  gauge(name: string, help: string, labels: string | string[], read: () => Reading | Promise<Reading>): void {
    const labelNames = [labels].flat();
    const logger = this.#logger;
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#own],
      async collect() {
        this.reset();
        try {
          for (const [values, number] of samples(await read())) {
            this.set(Object.fromEntries(labelNames.map((label, index) => [label, values[index]!])), number);
          }
        } catch (error) {
          logger.warn(`${name} could not be read: ${(error as Error).message}`);
        }
      },
    });
  }
}

function samples(reading: Reading, values: string[] = []): [values: string[], number: number][] {
  if (typeof reading === 'number') return [[values, reading]];
  return Object.entries(reading).flatMap(([value, inner]) => samples(inner, [...values, value]));
}

import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { BullModule, BullRegistrar, WorkerHost } from '@nestjs/bullmq';
import type { Worker } from 'bullmq';
import { Settings } from '../config/settings.js';
import { QUEUE_DEFAULTS, QueueServer, SuiteQueue, SuiteWorker } from './queue-server.js';
import { Queues } from './queues.js';

BullModule.queueClass = SuiteQueue;
BullModule.workerClass = SuiteWorker;

const queueModules = new Map<string, DynamicModule>();

/**
 * Sets up BullMQ, once for the application. Needs a global provider of `Settings`.
 * Work that lasts is `@LeasedWork`, which opens its queue itself. For other jobs a module imports `QueuesModule.queue(name)` and
 * provides a `@QueueProcessor(name)`.
 */
@Global()
@Module({
  imports: [
    DiscoveryModule,
    BullModule.forRootAsync({
      inject: [QueueServer],
      useFactory: ({ connection }: QueueServer) => ({
        connection: connection as never,
        ...QUEUE_DEFAULTS,
      }),
      extraOptions: { manualRegistration: true }, // workers start below, where the role allows
    }),
    BullModule.registerQueue(), // no queue: it brings the registrar
  ],
  providers: [
    { provide: QueueServer, inject: [Settings], useFactory: (settings: Settings) => QueueServer.open(settings) },
    Queues,
  ],
  exports: [QueueServer, Queues],
})
export class QueuesModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  #workers: Worker[] = [];

  constructor(
    private readonly settings: Settings,
    private readonly discovery: DiscoveryService,
    private readonly registrar: BullRegistrar,
    private readonly queues: Queues,
  ) {}

  /** Declares a queue. */
  static queue(name: string): DynamicModule {
    const known = queueModules.get(name) ?? BullModule.registerQueue({ name });
    queueModules.set(name, known);
    return known;
  }

  onApplicationBootstrap(): void {
    if (!this.settings.worksQueues) return;
    this.registrar.register();
    const hosts = this.discovery
      .getProviders()
      .map((provider): unknown => provider.instance)
      .filter((instance) => instance instanceof WorkerHost);
    this.#workers = [...hosts.map(({ worker }) => worker), ...this.queues.work()];
  }

  /** The workers end first, while all that their jobs need is still there. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }
}

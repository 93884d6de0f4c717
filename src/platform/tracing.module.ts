import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Settings } from './config/settings.js';
import type { OpenTelemetry } from './tracing/open-telemetry.js';
import { traceWith } from './tracing/tracing.js';

const TRACER = Symbol('tracer');

/** Traces of this process, where OTEL_EXPORTER_OTLP_ENDPOINT says where they go. Otherwise no package of OpenTelemetry is loaded. */
@Module({
  providers: [
    {
      provide: TRACER,
      inject: [Settings],
      useFactory: async (settings: Settings): Promise<OpenTelemetry | null> => {
        const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: pairs } = settings;
        if (!endpoint) return null;
        const { OpenTelemetry } = await import('./tracing/open-telemetry.js');
        const headers = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]));
        const options = {
          endpoint,
          headers,
          service: settings.OTEL_SERVICE_NAME,
          share: settings.OTEL_TRACES_SAMPLER_ARG,
        };
        const tracer = new OpenTelemetry(options);
        traceWith(tracer);
        return tracer;
      },
    },
  ],
})
export class TracingModule implements OnApplicationShutdown {
  constructor(@Inject(TRACER) private readonly tracer: OpenTelemetry | null) {}

  async onApplicationShutdown(): Promise<void> {
    if (!this.tracer) return;
    traceWith(null);
    await this.tracer.close();
  }
}

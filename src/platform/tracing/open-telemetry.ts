import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenSpan, SpanStart, TraceIds, Tracer } from './tracing.js';

export interface OpenTelemetryOptions {
  /** Base URL of a collector that takes OTLP over HTTP. */
  endpoint: string;
  headers: Record<string, string>;
  service: string;
  /** Share of traces that are kept, from 0 to 1. */
  share: number;
}

/** A batch is given up after this time, and at the end of the process earlier. */
const EXPORT_MS = 5_000;
const LAST_EXPORT_MS = 1_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Sends spans to an OpenTelemetry collector, in the background: nothing waits for it, and spans that it does not take are lost. */
export class OpenTelemetry implements Tracer {
  readonly #provider: TracerProvider;
  readonly #processor: BatchSpanProcessor;
  readonly #running = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  constructor({ endpoint, headers, service, share }: OpenTelemetryOptions) {
    const url = `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`;
    const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_MS });
    this.#processor = new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS, scheduledDelayMillis: 1_000 });
    // Whoever calls the API cannot choose that their requests are kept: their trace goes on, and the share is ours.
    const ratio = new TraceIdRatioBasedSampler(share);
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
      spanProcessors: [this.#processor],
    });
  }

  open({ name, kind = 'internal', facts, from }: SpanStart): OpenSpan {
    const running = this.#running.getStore() ?? ROOT_CONTEXT;
    const parent =
      from && running === ROOT_CONTEXT ? this.#propagator.extract(running, from, defaultTextMapGetter) : running;
    const tracer = this.#provider.getTracer('workspace-suite');
    const span = tracer.startSpan(name, { kind: KINDS[kind], ...(facts && { attributes: facts }) }, parent);
    const context = trace.setSpan(parent, span);
    return {
      within: (work) => this.#running.run(context, work),
      ids: idsOf(context),
      end: ({ name: better, facts: more, failed = false } = {}) => {
        if (better) span.updateName(better);
        if (more) span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  ids(): TraceIds {
    return idsOf(this.#running.getStore());
  }

  headers(): Record<string, string> {
    const carrier: Record<string, string> = {};
    const running = this.#running.getStore();
    if (running) this.#propagator.inject(running, carrier, defaultTextMapSetter);
    return carrier;
  }

  /** Sends what is left, for a second at most. */
  async close(): Promise<void> {
    const flushed = this.#processor.forceFlush().catch(() => undefined);
    let late: NodeJS.Timeout | undefined;
    await Promise.race([flushed, new Promise((resolve) => (late = setTimeout(resolve, LAST_EXPORT_MS)))]);
    clearTimeout(late);
    void this.#provider.shutdown().catch(() => undefined);
  }
}

function idsOf(context: Context | undefined): TraceIds {
  const ids = context && trace.getSpanContext(context);
  return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : {};
}

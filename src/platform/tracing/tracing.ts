import type { IncomingHttpHeaders } from 'node:http';

/** Facts of a span besides its name. They hold no value of a request or record: statements have no parameters, routes no ids. */
export type Facts = Record<string, string | number>;

export interface SpanStart {
  name: string;
  /** Default: `internal`, a part of the work that runs. */
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  facts?: Facts;
  /** Headers of the request that began the trace, if it did. */
  from?: IncomingHttpHeaders;
}

/** A span that has begun. */
export interface OpenSpan {
  /** Spans that begin in `work` are parts of this one. */
  within<T>(work: () => T): T;
  /** `name`: a better one, which is known only now. */
  end(end?: { name?: string; facts?: Facts; failed?: boolean }): void;
  readonly ids: TraceIds;
}

/** As log lines name them. */
export type TraceIds = { trace_id: string; span_id: string } | Record<string, never>;

export interface Tracer {
  open(start: SpanStart): OpenSpan;
  /** Of the span that runs. */
  ids(): TraceIds;
  /** `traceparent` of the span that runs. */
  headers(): Record<string, string>;
}

let tracer: Tracer | null = null;

/** Switches tracing on, or off with null. */
export function traceWith(next: Tracer | null): void {
  tracer = next;
}

/** Whether the work that runs is part of a trace. Statements outside of any, such as those that look for work, make none. */
export const isTraced = (): boolean => tracer !== null && tracer.ids().trace_id !== undefined;

/** A span to be ended by the caller; null where tracing is off. */
export const openSpan = (start: SpanStart): OpenSpan | null => tracer && tracer.open(start);

/** Runs `work` in a span, which fails with it. Where tracing is off this costs a comparison. */
export const inSpan = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> =>
  tracer ? within(tracer.open(start), work) : work();

async function within<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}

const NONE = Object.freeze({});

/** The ids of the span that runs, for log lines. */
export const traceIds = (): TraceIds => (tracer ? tracer.ids() : NONE);

/** The headers that tell another server which trace its work belongs to. */
export const traceHeaders = (): Record<string, string> => (tracer ? tracer.headers() : NONE);

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../test/support/eventually.js';
import { receive } from '../../../test/support/receiver.js';
import { startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { enforcePolicy } from '../../../test/support/policies.js';
import { openSpan } from './tracing.js';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector of OTLP over HTTP. */
async function collector({ hangs = false } = {}) {
  const requests: IncomingMessage[] = [];
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    const body = JSON.parse(await text(request));
    for (const of of body.resourceSpans) for (const scope of of.scopeSpans) spans.push(...scope.spans);
    if (!hangs) response.writeHead(200).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { requests, spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const from = (flags = '01') => ({ headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-${flags}` } });

describe('traces', () => {
  let suite: TestApp;
  let collected: Awaited<ReturnType<typeof collector>>;
  beforeAll(async () => {
    collected = await collector();
    suite = await startTestApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: collected.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer a=b',
    });
  });
  afterAll(async () => {
    await suite.close();
    collected.close();
  });

  const ofTrace = async (id: string) => {
    const found = () => collected.spans.filter(({ traceId }) => traceId === id);
    await eventually(() => expect(found().some(({ name }) => name.startsWith('POST /'))).toBe(true));
    return found();
  };

  it('follow a request from its caller through its steps and statements', async () => {
    const { status, body } = await suite.client.post('/v1/office/documents', { title: 'Secret plan' }, from());
    expect(status).toBe(201);
    const spans = await ofTrace(TRACE);
    const [request] = spans.filter(({ name }) => name === 'POST /v1/office/documents');
    expect(request!.parentSpanId).toBe('00f067aa0ba902b7');
    const steps = spans.filter(({ parentSpanId }) => parentSpanId === request!.spanId).map(({ name }) => name);
    expect(steps).toEqual(expect.arrayContaining(['identify', 'authorise', 'read', 'handler']));
    expect(spans.map(({ name }) => name)).toContain('postgresql with');
    const alone = collected.spans.filter(({ name, parentSpanId }) => name.startsWith('postgresql') && !parentSpanId);
    expect(alone).toEqual([]);
    expect(collected.requests[0]!.headers.authorization).toBe('Bearer a=b');
    const all = JSON.stringify(spans);
    for (const value of ['Secret plan', body.id, suite.workspaceId, suite.ownerId, suite.client.key!])
      expect(all).not.toContain(value);
  });

  it('go on to receivers of webhooks', async () => {
    const receiver = await receive();
    await suite.client.post('/v1/webhooks', { url: receiver.url, events: ['office.document.created'] });
    await suite.client.post('/v1/office/documents', { title: 'Plan' });
    await receiver.received(1);
    const [, traceId, spanId] = String(receiver.requests[0]!.headers.traceparent).split('-');
    await eventually(() =>
      expect(collected.spans).toContainEqual(expect.objectContaining({ traceId, spanId, name: 'webhook delivery' })),
    );
  });

  it('name failed requests, and whoever else is asked in vain', async () => {
    const viewer = await suite.client.signedIn('office:viewer');
    await enforcePolicy(suite.client, {
      principals: [{ type: 'user', id: viewer.userId }],
      resources: [{ type: 'office.document' }],
      actions: ['office:read'],
    });
    const id = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    const headers = { traceparent: `00-${id}-00f067aa0ba902b7-01` };
    expect((await viewer.client.get('/v1/office/documents', { headers })).status).toBe(403);
    const found = () => collected.spans.filter(({ traceId }) => traceId === id);
    await eventually(() => expect(found().map(({ name }) => name)).toContain('GET /v1/office/documents'));
    const request = found().find(({ name }) => name.startsWith('GET'))!;
    expect(request.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 403 } });
    expect(found().map(({ name }) => name)).not.toContain('handler');
  });
});

describe('a share of traces', () => {
  it('is not for the caller to choose', async () => {
    const { endpoint, spans, close } = await collector();
    onTestFinished(close);
    for (const share of ['0', '1']) {
      const suite = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share });
      expect((await suite.client.get('/v1/office/documents', from(share === '0' ? '01' : '00'))).status).toBe(200);
      await suite.close();
      expect(spans.length > 0).toBe(share === '1');
    }
  });
});

describe('a collector that hangs', () => {
  it('holds nobody up, neither requests nor the end of the process', async () => {
    const { endpoint, requests, close } = await collector({ hangs: true });
    onTestFinished(close);
    const suite = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    for (let n = 0; n < 5; n++) expect((await suite.client.get('/v1/office/documents')).status).toBe(200);
    await suite.close();
    expect(requests.length).toBeGreaterThan(0);
  });
});

describe('without a collector', () => {
  it('no span is made', async () => {
    const suite = await startTestApp();
    expect(openSpan({ name: 'none' })).toBeNull();
    await suite.close();
  });
});

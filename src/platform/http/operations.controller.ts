import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { statfs } from 'node:fs/promises';
import {
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiServiceUnavailableResponse,
} from '../fields/api-decorators.js';
import type { Request, Response } from 'express';
import { timingSafeEqual } from 'node:crypto';
import { Settings } from '../config/settings.js';
import { Database } from '../database/database.js';
import { Notifications } from '../database/notifications.js';
import { forbidden } from '../errors/api-error.js';
import { QueueServer } from '../queues/queue-server.js';
import { Public } from '../request/endpoint.js';
import { Metrics } from '../metrics/metrics.js';
import { Reply } from '../request/reply.js';

const LIVE = {
  type: 'object',
  required: ['status'],
  properties: { status: { type: 'string', enum: ['ok'], description: 'Always `ok`.' } },
};

const READY = {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ok', 'unavailable'], description: '`ok` if all checks pass.' },
    checks: {
      type: 'object',
      additionalProperties: { type: 'boolean' },
      description: 'Dependencies of the server and the state of each.',
    },
  },
};

/** Health, metrics and version, for operators and their monitoring. */
@Controller()
export class OperationsController {
  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly queueServer: QueueServer,
    private readonly notifications: Notifications,
  ) {
    const help = 'Whether notifications from PostgreSQL arrive (1), or caches are passed over (0).';
    metrics.gauge('notifications_live', help, [], () => Number(notifications.live));
    metrics.gauge('disk_free_bytes', 'Bytes that are free where DATA_DIR is.', [], async () => {
      const { bavail, bsize } = await statfs(settings.DATA_DIR);
      return bavail * bsize;
    });
  }

  @Get('health/live')
  @Public('Reports only that the process runs.')
  @ApiOperation({ operationId: 'serverLiveness', summary: 'Check that the process runs' })
  @ApiOkResponse({ description: 'The process runs.', schema: LIVE })
  live(): Reply {
    return new Reply(200, { 'Cache-Control': 'no-store' }, '{"status":"ok"}');
  }

  @Get('health/ready')
  @Public('Reports only whether the process can serve requests.')
  @ApiOperation({ operationId: 'serverReadiness', summary: 'Check that the server can serve requests' })
  @ApiOkResponse({ description: 'The server can serve requests.', schema: READY })
  @ApiServiceUnavailableResponse({
    description: 'The server cannot serve requests: `checks` names the failing dependency.',
    schema: READY,
  })
  async ready(): Promise<Reply> {
    const database = await this.database.execute('select 1').then(
      () => true,
      () => false,
    );
    const checks = {
      database,
      notifications: this.notifications.live,
      ...(this.settings.REDIS_URL && { redis: this.queueServer.reachable }),
    };
    const ready = Object.values(checks).every(Boolean);
    const body = JSON.stringify({ status: ready ? 'ok' : 'unavailable', checks });
    return new Reply(ready ? 200 : 503, { 'Cache-Control': 'no-store' }, body);
  }

  @Get('metrics')
  @Public('Guarded by METRICS_TOKEN, or open to loopback only.')
  @ApiOperation({ operationId: 'serverMetrics', summary: 'Get metrics for Prometheus' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'Metrics in the text format of Prometheus.', schema: { type: 'string' } })
  @ApiForbiddenResponse({ description: 'Metrics are for the operator: send METRICS_TOKEN as bearer token.' })
  @Header('Cache-Control', 'no-store')
  async scrape(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!this.#mayScrape(request)) throw forbidden('Metrics are for the operator: send METRICS_TOKEN as bearer token.');
    response.type(this.metrics.contentType).send(await this.metrics.read());
  }

  #mayScrape(request: Request): boolean {
    const token = this.settings.METRICS_TOKEN;
    if (!token) return comesFromLoopback(request);
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}

/** Whether the request is from this machine itself, and not from a local proxy. */
function comesFromLoopback({ socket, headers }: Request): boolean {
  const proxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !proxied && /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
}

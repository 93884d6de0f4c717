import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Module,
  Param,
  Patch,
  Post,
  Query,
  UseFilters,
} from '@nestjs/common';
import type { Response } from 'express';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';
import { DocumentQuery, DocumentView, UpdateDocument } from '../../office/documents/document.dto.js';
import { Document } from '../../office/documents/document.entity.js';
import { documents } from '../../office/documents/document.resource.js';
import { ApiExcludeEndpoint } from '../fields/api-decorators.js';
import { newId } from '../fields/ids.js';
import { StoresModule } from '../resource/stores.module.js';
import { Endpoint, Loaded, Public } from './endpoint.js';

/** The steps as `request-path.ts` lists them: the calls of two functions. */
const source = readFileSync(new URL('request-path.ts', import.meta.url), 'utf8');
const STEPS = ['takeSteps', 'takeLastSteps'].flatMap((name) => {
  const [list] = new RegExp(`^async function ${name}\\(.*?^}`, 'ms').exec(source)!;
  return [...list.matchAll(/^ +(?:.* )?(\w+)\(exchange/gm)].map(([, step]) => step!);
});

/** The step that makes each check of D-API-2a, in its words. The router makes the first two. */
const CHECKS: Record<string, string> = {
  credential: 'identify',
  budget: 'limit',
  scope: 'authorise',
  record: 'load',
  'proof of identity': 'prove',
  size: 'read',
  'JSON and fields': 'read',
  '`If-Match`': 'checkPrecondition',
  state: 'run',
};

describe('the steps of a request', () => {
  it('are in the order of D-API-2a', () => {
    const decisions = readFileSync(new URL('../../../docs/decisions.md', import.meta.url), 'utf8');
    const sentence = /### D-API-2a [^\n]*\n\n(.*?\))\./s.exec(decisions)![1]!.replaceAll('\n', ' ');
    const checks = sentence.split(/\s\([^)]*\)(?:, |$)/).filter(Boolean);
    expect(checks.slice(0, 2)).toEqual(['Path', 'method']);
    expect(checks.slice(2)).toEqual(Object.keys(CHECKS));
    const places = checks.slice(2).map((check) => STEPS.indexOf(CHECKS[check]!));
    expect(Math.min(...places)).toBeGreaterThan(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

let stack = '';

@Catch()
class NotesStack implements ExceptionFilter {
  catch(error: Error & { status?: number }, host: ArgumentsHost) {
    stack = error.stack!;
    const response = host.switchToHttp().getResponse<Response>();
    response.set('Connection', 'close').sendStatus(error.status ?? 500);
  }
}

@Controller('v1/test/steps')
@UseFilters(NotesStack)
class StepsController {
  @Get()
  @Endpoint(documents, { scope: 'read', returns: DocumentView })
  show() {
    return {
      get title() {
        throw new Error('The view cannot be shown.');
      },
    };
  }

  @Get('many')
  @Endpoint(documents, { scope: 'read', returns: DocumentView, page: true })
  many(@Query() _query: DocumentQuery) {
    return { data: Array.from({ length: 501 }, () => ({ owner_id: newId('usr') })), meta: {} };
  }

  @Post()
  @Endpoint(documents, { scope: 'write' })
  fail() {
    throw new Error('The handler fails.');
  }

  @Post('open/:id')
  @Public('A test.', { budgets: [{ name: 'test-visits', points: 1, seconds: 60, per: 'record' }] })
  @ApiExcludeEndpoint()
  visit(@Param('id', Loaded(Document, { anywhere: 'all' })) _document: Document) {}

  @Post('proven')
  @Endpoint(documents, { scope: 'write', recentProof: true })
  proven() {}

  @Patch(':id')
  @Endpoint(documents, { scope: 'write', returns: DocumentView })
  update(@Param('id', Loaded(Document)) document: Document, @Body() _body: UpdateDocument) {
    return document;
  }
}
@Module({ imports: [StoresModule.forFeature(Document)], controllers: [StepsController] })
class StepsModule {}

const PATH = '/v1/test/steps';

describe('the stack of an error', () => {
  let suite: TestApp;
  let limited: TestApp;
  let client: Client;
  let path: string;
  beforeAll(async () => {
    suite = await startTestApp({}, { modules: [StepsModule] });
    limited = await startTestApp({ ROLE: 'api', RATE_LIMIT: '1' }, { beside: suite, modules: [StepsModule] });
    client = suite.client;
    path = `${PATH}/${(await client.post('/v1/office/documents', { title: 'Plan' })).body.id}`;
  });
  afterAll(async () => {
    await limited.close();
    await suite.close();
  });

  const cases: Record<string, [number, () => Promise<{ status: number }>]> = {
    identify: [401, () => client.get(PATH, { key: null })],
    limit: [
      429,
      async () => {
        await limited.client.get('/v1/office/documents');
        return limited.client.get(PATH);
      },
    ],
    authorise: [403, async () => (await suite.withScopes('sales:read')).get(PATH)],
    load: [404, () => client.patch(`${PATH}/${newId('doc')}`, {})],
    prove: [401, proveLate],
    limitVisits: [
      429,
      async () => {
        const visit = () => client.post(path.replace(PATH, `${PATH}/open`), {}, { key: null });
        expect((await visit()).status).toBe(201);
        return visit();
      },
    ],
    read: [400, () => client.patch(path, '{')],
    authoriseAgain: [401, patchWhileRevoked],
    checkPrecondition: [412, () => client.patch(path, {}, { headers: { 'If-Match': '"0"' } })],
    run: [500, () => client.post(PATH)],
    include: [400, () => client.get(`${PATH}/many?include=owner`)],
    answer: [500, () => client.get(PATH)],
  };

  it.each(Object.entries(cases))('names the step %s', async (step, [status, send]) => {
    expect((await send()).status).toBe(status);
    const frames = [...stack.matchAll(/^ +at (?:async )?(?:\w+\.)?(\w+) .*platform\/request\//gm)].map(
      ([, name]) => name,
    );
    expect(frames).toContain(step);
  });

  it('has been seen for each step that can refuse', () => {
    // The first one only sets headers.
    expect(Object.keys(cases)).toEqual(STEPS.filter((step) => step !== 'allowOrigin'));
  });

  async function proveLate(): Promise<{ status: number }> {
    const { client: user } = await suite.signedIn('office:editor');
    suite.clock.advance(16 * 60);
    return user.post(`${PATH}/proven`).finally(() => suite.clock.advance(-16 * 60));
  }

  /** Sends the body only when the server asks for it. By then the key is revoked and the clock has moved on. */
  async function patchWhileRevoked(): Promise<{ status: number }> {
    const { body: made } = await client.post('/v1/access/api-keys', { name: 'Short', scopes: ['office:write'] });
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number }>();
    const headers = { 'X-API-Key': made.key, 'Content-Type': 'application/json', Expect: '100-continue' };
    const sent = httpRequest(`${suite.base}${path}`, { method: 'PATCH', headers });
    sent.once('error', reject);
    sent.once('response', (response) => resolve({ status: response.resume().statusCode! }));
    sent.once('continue', () => {
      suite.clock.advance(2);
      void client.delete(`/v1/access/api-keys/${made.id}`).then(() => sent.end('{"title":"New"}'), reject);
    });
    sent.flushHeaders();
    return promise.finally(() => suite.clock.advance(-2));
  }
});

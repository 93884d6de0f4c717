import { Controller, Get, Module } from '@nestjs/common';
import { STATED } from '../fields/api-decorators.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventTypes } from '../events/catalogue.js';
import { conflict } from '../errors/api-error.js';
import { Public } from '../request/endpoint.js';
import { Routes } from '../request/routes.js';
import { Client, startTestApp, type TestApp } from '../../../test/support/test-app.js';

@Controller('v1/odd')
class OddController {
  @Get()
  @Public('It is there for a test.')
  get(): never {
    throw conflict('That was never said.');
  }
}

@Module({ controllers: [OddController] })
class OddModule {}

let suite: TestApp;
let anybody: Client;
let document: any;
beforeAll(async () => {
  suite = await startTestApp();
  anybody = new Client(suite.base, null);
  document = (await anybody.get('/openapi.json')).body;
});
afterAll(() => suite.close());

const operations = (): any[] => Object.values(document.paths).flatMap((path: any) => Object.values(path));

describe('GET /openapi.json', () => {
  it('is the contract in openapi.json (accept changes with -u, and build the client anew)', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../../openapi.json');
  });

  it('is a valid OpenAPI 3.1 document', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(await new Validator().validate(document)).toEqual({ valid: true });
  });

  it('has no schema whose name would hide a global one', () => {
    const library = createRequire(import.meta.url).resolve('@typescript/old/lib/lib.dom.d.ts');
    const text = readFileSync(library, 'utf8') + readFileSync(library.replace('.dom.', '.es5.'), 'utf8');
    const globals = new Set(
      [...text.matchAll(/^(?:declare var|interface|declare type|type) (\w+)/gm)].map(([, name]) => name),
    );
    expect(globals).toContain('File');
    expect(Object.keys(document.components.schemas).filter((name) => globals.has(name))).toEqual([]);
  });

  it('says of every property what it is', () => {
    const silent: string[] = [];
    const walk = (part: any, at: string) => {
      if (typeof part !== 'object' || part === null) return;
      for (const [name, property] of Object.entries<any>(part.properties ?? {})) {
        if (!property.description) silent.push(`${at}.${name}`);
      }
      for (const [name, inner] of Object.entries(part)) if (!/^examples?$/.test(name)) walk(inner, `${at}.${name}`);
    };
    walk(document, '');
    expect(silent).toEqual([]);
  });

  it('says of every text and list that a request takes, and of every number, how much it may be', () => {
    const endless: string[] = [];
    const walk = ($ref: string | undefined, schema: any, at: string): void => {
      const name = $ref?.split('/').at(-1);
      if (name) return walk(undefined, document.components.schemas[name], name);
      const types = [schema.type].flat();
      const isOpen = !schema.enum && !schema.format && schema.const === undefined;
      if (types.includes('string') && isOpen && !schema.maxLength && !schema.pattern) endless.push(at);
      if (/integer|number/.test(String(types)) && isOpen && schema.maximum === undefined) endless.push(at);
      if (types.includes('array') && !schema.maxItems) endless.push(at);
      for (const [field, inner] of Object.entries<any>(schema.properties ?? {}))
        walk(inner.$ref, inner, `${at}.${field}`);
      for (const inner of [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])])
        walk(inner.$ref, inner, at);
      if (schema.items) walk(schema.items.$ref, schema.items, `${at}[]`);
    };
    // Requests to OAuth are bounded as a whole (64 KiB). Links to files are made by the server, whatever their length.
    for (const [path, methods] of Object.entries<any>(document.paths).filter(([each]) => each.startsWith('/v1/'))) {
      for (const { requestBody, parameters = [] } of Object.values<any>(methods)) {
        for (const { schema } of Object.values<any>(requestBody?.content ?? {})) walk(schema.$ref, schema, path);
        for (const { name, schema } of parameters) if (schema) walk(schema.$ref, schema, `${path} ${name}`);
      }
    }
    expect([...new Set(endless)].toSorted()).toEqual([
      // A word with another name or token is not found.
      '/v1/access/scim/v2/Groups count',
      '/v1/access/scim/v2/Users count',
      '/v1/operations/backlog/{item_id}/retry item_id',
      '/v1/operations/queues/{name}/failed name',
      '/v1/operations/queues/{name}/failed/retry name',
      '/v1/operations/tasks/{name}/run name',
      '/v1/project/projects/{id}/calendar.ics token',
      // The place after the last one is the last one.
      'ChangedStage.order',
      'CreateStage.order',
      // A setting (MAX_FILE_BYTES).
      'CreateUpload.size_bytes',
      'SalesCreateStage.order',
      // A larger count is answered with as many as one answer holds (RFC 7644, 3.4.2.4).
      'ScimSearch.count',
      'UpdateStage.order',
      // The cells of all rows together are bounded, and what one holds is by whether it is a formula.
      'WriteValues.values[]',
      'WriteValues.values[][]',
    ]);
  });

  it('describes every route of the API, and no page for people', () => {
    for (const { method, path, handler, scope, endpoint, action } of suite.app.get(Routes).all) {
      if (Reflect.getMetadata(STATED.EXCLUDED, handler)) {
        // Messages at /mcp have a protocol of their own.
        if (path !== '/mcp') expect([path, endpoint], path).toEqual([expect.not.stringMatching(/^\/v1\//), null]);
        expect(document.paths).not.toHaveProperty([path]);
        continue;
      }
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation, `${method} ${path}`).toBeDefined();
      expect(operation['x-required-scope']).toBe(scope ?? undefined);
      expect(operation['x-audit-action']).toBe(endpoint ? action : undefined);
      expect(operation.security).toHaveLength(endpoint ? 3 : 0);
    }
  });

  it('names in extensions what clients build on: titles, fields to sort by, and prefixes of ids', () => {
    const { parameters, ...list } = document.paths['/v1/access/oauth-clients'].get;
    expect(list['x-title']).toBe('OAuth clients');
    expect(parameters.find(({ name }: any) => name === 'sort')['x-sort-fields']).toEqual(['created_at']);
    const { id, rotated_from } = document.components.schemas.ApiKey.properties;
    expect([id, rotated_from].map((field) => field['x-id-prefix'])).toEqual(['key', 'key']);
    for (const { get } of Object.values<any>(document.paths))
      if (get?.['x-audit-action'] && get.responses[200].content?.['application/json'])
        expect(get['x-title'], get.operationId).toMatch(/^[A-Z]/);
  });

  it('has a name of its own for every operation, a summary and a section', () => {
    const ids = operations().map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const sections = document.tags.map(({ name }: any) => name);
    for (const { summary, tags } of operations()) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/);
      expect(sections).toContain(tags[0]);
    }
  });

  it('says what routes do in words', () => {
    const summaries = Object.entries(document.paths).flatMap(([path, methods]: [string, any]) =>
      Object.entries(methods).map(([method, { summary }]: [string, any]) => [`${method} ${path}`, summary]),
    );
    expect(Object.fromEntries(summaries)).toMatchObject({
      'post /v1/access/users': 'Create a user',
      'get /v1/access/users/{id}/sessions': 'List sessions of a user',
      'get /v1/access/groups/{id}/members': 'List members of a group',
      'delete /v1/access/api-keys/{id}': 'Revoke an API key',
      'delete /v1/access/sessions/{id}': 'End a session',
      'delete /v1/access/me/sessions/{id}': 'End a session of the signed-in user',
      'post /v1/office/documents/{id}/restore': 'Restore a document',
      'post /v1/office/sheets/{id}/values/append': 'Append values of a spreadsheet',
      'get /v1/office/public/documents/{id}': 'Read a public document',
    });
  });

  it('knows every status of success', () => {
    const successes = (method: string, path: string) =>
      Object.keys(document.paths[path][method].responses).filter((status) => status < '300');
    expect(successes('post', '/v1/office/files/upload/chunked/{session_id}/complete')).toEqual(['200', '201']);
    expect(successes('patch', '/v1/access/scim/v2/Groups/{id}')).toEqual(['200', '204']);
  });

  it('knows every status outside /v1', () => {
    const outside = Object.entries<any>(document.paths).filter(([path]) => !path.startsWith('/v1/'));
    const statuses = outside.flatMap(([path, methods]) =>
      Object.values<any>(methods).map(({ responses, operationId, tags }) => [
        `${tags} ${operationId} ${path}`,
        Object.keys(responses).join(' '),
      ]),
    );
    expect(Object.fromEntries(statuses)).toEqual({
      'oauth oauthProtectedResource /.well-known/oauth-protected-resource': '200 400 500',
      'oauth oauthProtectedResourceMcp /.well-known/oauth-protected-resource/mcp': '200 400 500',
      'oauth oauthMetadata /.well-known/oauth-authorization-server': '200 400 500',
      'oauth oauthAuthorize /oauth/authorize': '302 308 400 429 500 503 default',
      'oauth oauthToken /oauth/token': '200 308 400 401 408 413 429 500 503',
      'oauth oauthRevoke /oauth/revoke': '200 308 400 401 408 413 429 500 503',
      'office officeFileByLink /files/{key}': '200 206 304 400 403 404 416 500 503',
      'server serverLiveness /health/live': '200 400 500',
      'server serverReadiness /health/ready': '200 400 500 503',
      'server serverMetrics /metrics': '200 400 403 500',
      'server serverDescription /openapi.json': '200 304 400 500',
    });
  });

  it('knows every status of what is open to everybody under /v1', () => {
    const open = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
      Object.entries<any>(methods).flatMap(([method, { security, responses }]) =>
        path.startsWith('/v1/') && !security.length
          ? [[`${method.toUpperCase()} ${path}`, Object.keys(responses).join(' ')]]
          : [],
      ),
    );
    expect(Object.fromEntries(open)).toEqual({
      'GET /v1/careers/board/jobs': '200 304 308 400 403 404 500 503',
      'GET /v1/careers/board/jobs.atom': '200 304 308 400 403 404 500 503',
      'GET /v1/careers/board/jobs/{id}': '200 304 308 400 403 404 500 503',
      'GET /v1/careers/board/jobs/{id}.jsonld': '200 304 308 400 403 404 500 503',
      'GET /v1/office/public/documents/{id}': '200 304 308 400 403 404 500 503',
      'GET /v1/project/projects/{id}/calendar.ics': '200 304 308 400 403 404 500 503',
      'POST /v1/careers/jobs/{job_id}/applications': '201 308 400 401 403 404 408 409 413 429 500 503',
    });
  });

  // That it has every status which the tests see is held by `DocumentedAnswers` in every one of them.
  it('has no status that a route cannot give', () => {
    const wrong: string[] = [];
    for (const { method, path, endpoint, loads, body, writes, tagged } of suite.app.get(Routes).all) {
      const { responses, parameters = [] } =
        document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {};
      if (!responses || !endpoint) continue;
      const declares = (status: number) =>
        endpoint.errors?.some((n) => endpoint.resource.errors![n]!.status === status);
      const takes = (name: string) => parameters.some(({ $ref }: any) => $ref === `#/components/parameters/${name}`);
      const can: Record<number, unknown> = {
        304: tagged && takes('IfNoneMatch'),
        404: path.includes(':') || /\/(merge|stop|batch)$/.test(path),
        409: writes || declares(409),
        412: (writes && loads && takes('IfMatch')) || endpoint.injects,
        408: body,
        413: body,
        416: false,
      };
      for (const [status, possible] of Object.entries(can))
        if (status in responses && !possible) wrong.push(`${method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
    const statuses = (path: string, method = 'get') => Object.keys(document.paths[path][method].responses).join(' ');
    expect(statuses('/v1/office/documents')).toBe('200 308 400 401 403 429 500 503');
    expect(statuses('/v1/office/documents/{id}')).toBe('200 304 308 400 401 403 404 429 500 503');
    expect(statuses('/v1/office/files/{id}/download')).toBe('200 308 400 401 403 404 409 429 500 503');
    expect(statuses('/v1/office/documents/{id}', 'delete')).toBe('202 204 308 400 401 403 404 409 412 429 500 503');
    expect(statuses('/v1/office/documents/{id}/restore', 'post')).toBe(
      '200 202 308 400 401 403 404 409 412 429 500 503',
    );
  });

  it('fails the tests of an application that answers with another status', async () => {
    const odd = await startTestApp({}, { beside: suite, modules: [OddModule] });
    expect((await new Client(odd.base, null).get('/v1/odd')).status).toBe(409);
    await expect(odd.close()).rejects.toThrow('GET /v1/odd 409, in or after: GET /openapi.json > fails the tests of');
  });

  it('points at nothing that is not there', () => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!);
    expect(targets).not.toHaveLength(0);
    for (const target of targets) {
      expect(
        target.split('/').reduce((at: any, key) => at?.[key], document),
        target,
      ).toBeDefined();
    }
  });

  it('says of a record what its view declares', () => {
    const { properties, required } = document.components.schemas.ApiKey;
    expect(properties.expires_at).toMatchObject({ type: ['string', 'null'], format: 'date-time' });
    expect(properties.status).toMatchObject({ type: 'string', enum: ['active', 'expiring', 'expired', 'revoked'] });
    expect(properties.scopes.items.enum).toContain('office:read');
    expect(required).toContain('expires_at');
  });

  it('says of a list what its query declares, and that it comes in pages', () => {
    const { parameters, responses } = document.paths['/v1/office/documents'].get;
    const limit = parameters.find(({ name }: any) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } });
    const { $ref } = responses[200].content['application/json'].schema;
    const page = document.components.schemas[$ref.split('/').at(-1)];
    expect(page.properties.data.items.$ref).toMatch(/DocumentItem$/);
    expect(page.properties.meta.$ref).toMatch(/PageMeta$/);
  });

  it('says which fields creating needs, and that changing needs none', () => {
    const { schemas } = document.components;
    expect(schemas.CreateDocument.required).toEqual(['title']);
    // A default would make generators of clients ask for the field.
    expect(schemas.CreateDocument.properties.content_type).toMatchObject({
      description: 'Format of `content`. Default: `html`.',
    });
    expect(schemas.OfficePermissions.required).toEqual(['visibility']);
    expect(schemas.PermissionsInput.required).toBeUndefined();
    expect(JSON.stringify(schemas)).not.toContain('"default":');
    expect(schemas.UpdateDocument.required).toBeUndefined();
    expect(document.paths['/v1/office/documents'].post.requestBody.required).toBe(true);
    expect(document.paths['/v1/office/documents/{id}'].patch.requestBody.required).toBe(false);
  });

  it('names the headers a route takes and gives', () => {
    const taken = (operation: any) => operation.parameters.map((parameter: any) => parameter.$ref?.split('/').at(-1));
    const [list, one] = [document.paths['/v1/office/documents'], document.paths['/v1/office/documents/{id}']];
    expect(taken(list.post)).toContain('IdempotencyKey');
    expect(taken(one.patch)).toContain('IfMatch');
    expect(taken(one.delete)).toContain('IfMatch');
    expect(taken(one.get)).toContain('IfNoneMatch');
    expect(Object.keys(list.post.responses[201].headers)).toEqual(
      expect.arrayContaining(['X-Request-Id', 'RateLimit', 'ETag', 'Location', 'Idempotency-Replayed']),
    );
    expect(one.get.responses[304]).toBeDefined();
  });

  it('lists the errors a route declares with their messages', () => {
    const { responses } = document.paths['/v1/office/documents/{id}'].patch;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['400', '401', '403', '404', '408', '409', '412', '413', '429', '503']),
    );
    const [example] = Object.values<any>(responses[409].content['application/json'].examples);
    expect(example.value.error).toEqual({
      code: 'CONFLICT',
      message: 'The document is archived. Set status to draft or published first.',
      request_id: expect.stringMatching(/^req_/),
    });
  });

  it('describes the delivery of every type of event', () => {
    expect(Object.keys(document.webhooks)).toEqual([...eventTypes().keys()]);
    const { requestBody } = document.webhooks['office.document.created'].post;
    const { payload } = requestBody.content['application/json'].schema.properties;
    expect(document.components.schemas[payload.$ref.split('/').at(-1)].required).toEqual([
      'document_id',
      'title',
      'owner_id',
    ]);
  });
});

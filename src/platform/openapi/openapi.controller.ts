import { Controller, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ApiOkResponse, ApiOperation, ApiResponse } from '../fields/api-decorators.js';
import { invalidField } from '../errors/api-error.js';
import { Text } from '../fields/fields.js';
import { Public } from '../request/endpoint.js';
import { Reply } from '../request/reply.js';
import { ApiDescription } from './api-description.js';
import { partOf, sectionsOf } from './part.js';

export class DescriptionQuery {
  @Text({
    max: 50,
    optional: true,
    example: 'sales',
    description:
      'Only the routes, events and schemas of this app, as a document that is valid by itself. Default: all.',
  })
  app?: string;
}

/** The OpenAPI document. */
@Controller()
export class OpenApiController {
  readonly #parts = new Map<string, string>();

  constructor(private readonly description: ApiDescription) {}

  @Get('openapi.json')
  @Public('The description holds no data of any workspace.')
  @ApiOperation({ operationId: 'serverDescription', summary: 'This description' })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The OpenAPI document.' })
  @ApiResponse({ status: 304, description: 'The document still has this ETag.' })
  document(@Query() { app }: DescriptionQuery, @Req() request: Request): Reply {
    return Reply.tagged(request, { 'Cache-Control': 'no-cache' }, app ? this.#part(app) : this.description.text);
  }

  #part(app: string): string {
    const known = this.#parts.get(app);
    if (known) return known;
    const { document } = this.description;
    const sections = sectionsOf(document);
    if (!sections.includes(app))
      throw invalidField('app', 'invalid_value', `app must be one of ${sections.join(', ')}.`);
    const text = JSON.stringify(partOf(document, app));
    this.#parts.set(app, text);
    return text;
  }
}

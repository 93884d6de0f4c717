import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ApiExcludeEndpoint, currentContext, Endpoint, invalid, Reply } from '../platform/index.js';
import { McpServer } from './mcp-server.js';
import { messages } from './mcp.resource.js';
import { ProtectedResource } from './protected-resource.js';

/**
 * `/mcp`: Streamable HTTP of the Model Context Protocol, one message a request. The request path has checked the credential and
 * counted the message against its rate limit; a tool then calls routes on its behalf.
 */
@Controller('mcp')
export class McpController {
  constructor(
    private readonly server: McpServer,
    private readonly resource: ProtectedResource,
  ) {}

  @Post()
  @ApiExcludeEndpoint()
  @Endpoint(messages, { scope: null, action: 'read', status: 200, injects: true, summary: 'Model Context Protocol' })
  async answer(@Body() message: unknown, @Req() request: Request): Promise<Reply> {
    if (Array.isArray(message)) throw invalid([], 'Batches are not supported. Send one message in a request.');
    const { reply, lacks } = await this.server.answer(request, message);
    const { kind, basis } = currentContext().credential!;
    // A 403 tells an app that it may ask its user for more scopes. A key cannot get more.
    return lacks && kind === 'user' && basis !== null ? this.resource.stepUp(lacks) : reply;
  }
}

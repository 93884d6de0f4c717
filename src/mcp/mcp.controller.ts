import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ApiExcludeEndpoint, currentContext, Endpoint, invalid, Reply } from '../platform/index.js';
import { McpServer } from './mcp-server.js';
import { messages } from './mcp.resource.js';
import { ProtectedResource } from './protected-resource.js';

/**
 * `/mcp`: Streamable HTTP of the Model Context Protocol, one message a request. The steps of a request have checked the credential and
 * taken the message out of its budget; a tool then runs routes on its behalf.
 */
@Controller('mcp')
export class McpController {
  constructor(
    private readonly server: McpServer,
    private readonly resource: ProtectedResource,
  ) {}

  @Post()
  @ApiExcludeEndpoint()
  @Endpoint(messages, { scope: null, action: 'read', status: 200, summary: 'Model Context Protocol' })
  async answer(@Body() message: unknown, @Req() request: Request): Promise<Reply> {
    if (Array.isArray(message)) throw invalid([], 'Batches are not supported. Send one message in a request.');
    const { reply, lacks } = await this.server.answer(request, message);
    const { kind, basis } = currentContext().credential!;
    // A key cannot get more scopes; to an app the status says that it may ask its user for more.
    return lacks && kind === 'user' && basis !== null ? this.resource.stepUp(lacks) : reply;
  }
}

import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, Public, Reply } from '../platform/index.js';
import { ProtectedResource } from './protected-resource.js';

const HEADERS = { 'Cache-Control': 'public, max-age=3600' };

@Controller('.well-known/oauth-protected-resource')
export class ProtectedResourceController {
  constructor(private readonly resource: ProtectedResource) {}

  @Get()
  @Public('Clients read here which authorization server gives tokens for the API.', { anyOrigin: true })
  @ApiOperation({
    operationId: 'oauthProtectedResource',
    summary: 'Metadata of the API as a protected resource (RFC 9728)',
  })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The metadata.' })
  api(): Reply {
    return new Reply(200, HEADERS, JSON.stringify(this.resource.metadata('')));
  }

  @Get('mcp')
  @Public('Clients read here which authorization server gives tokens for /mcp.', { anyOrigin: true })
  @ApiOperation({
    operationId: 'oauthProtectedResourceMcp',
    summary: 'Metadata of /mcp as a protected resource (RFC 9728)',
  })
  @ApiOkResponse({ schema: { type: 'object' }, description: 'The metadata.' })
  mcp(): Reply {
    return new Reply(200, HEADERS, JSON.stringify(this.resource.metadata('/mcp')));
  }
}

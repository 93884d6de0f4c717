import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { ApiCalls } from './api-calls.js';
import { Catalogue } from './catalogue.js';
import { McpServer } from './mcp-server.js';
import { McpController } from './mcp.controller.js';
import { McpErrors } from './mcp.errors.js';
import { ProtectedResource } from './protected-resource.js';
import { ProtectedResourceController } from './protected-resource.controller.js';
import { RebindingMiddleware } from './rebinding.middleware.js';
import { ToolRunner } from './tool-runner.js';

/** The Model Context Protocol: assistants work with the records of a workspace through the routes of the API. */
@Module({
  controllers: [McpController, ProtectedResourceController],
  providers: [ApiCalls, Catalogue, McpErrors, McpServer, ProtectedResource, ToolRunner],
})
export class McpModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(RebindingMiddleware).forRoutes(McpController);
  }
}

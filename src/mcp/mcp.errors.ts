import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, ErrorShape, Reply } from '../platform/index.js';
import { ProtectedResource } from './protected-resource.js';

/** Errors at `/mcp` are those of the API. A 401 has the address of the OAuth metadata. */
@Injectable()
export class McpErrors extends ErrorShape {
  constructor(private readonly resource: ProtectedResource) {
    super();
  }

  override covers(path: string): boolean {
    return path.replace(/\/$/, '') === '/mcp';
  }

  override answer(error: ApiError, _request: Request, request_id: string): Reply {
    const { status, code, message, details } = error;
    const body = JSON.stringify({ error: { code, message, request_id, ...(details?.length && { details }) } });
    return new Reply(status, this.resource.headersOf(error), body);
  }
}

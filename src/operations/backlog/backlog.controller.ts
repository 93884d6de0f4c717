import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiErrors, ApiParam, Endpoint } from '../../platform/index.js';
import { BacklogItemView, BacklogQuery } from './backlog.dto.js';
import { backlog } from './backlog.resource.js';
import { BacklogService } from './backlog.service.js';

@Controller('v1/operations/backlog')
export class BacklogController {
  constructor(private readonly backlog: BacklogService) {}

  @Get()
  @Endpoint(backlog, { returns: BacklogItemView, page: true, summary: 'List work that waits or fails' })
  list(@Query() query: BacklogQuery) {
    return this.backlog.list(query);
  }

  @Post(':item_id/retry')
  @ApiParam({ name: 'item_id', description: 'Id of the message, webhook, import or export.' })
  @ApiErrors(404, 409)
  @Endpoint(backlog, {
    returns: BacklogItemView,
    status: 202,
    action: 'retried',
    noDryRun: 'the work is retried at once',
    summary: 'Retry work that waits or fails',
  })
  retry(@Param('item_id') id: string) {
    return this.backlog.retry(id);
  }
}

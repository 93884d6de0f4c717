import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, Endpoint } from '../../platform/index.js';
import { FailedJobQuery, FailedJobView, QueueQuery, QueueView, RetriedJobs, RetryJobs } from './queue.dto.js';
import { queues } from './queue.resource.js';
import { QueuesService } from './queues.service.js';

const NAME = { name: 'name', description: 'The name of the queue.' };

@Controller('v1/operations/queues')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  @Get()
  @Endpoint(queues, { returns: QueueView, page: true })
  list(@Query() query: QueueQuery) {
    return this.queues.list(query);
  }

  @Get(':name/failed')
  @ApiParam(NAME)
  @Endpoint(queues, { returns: FailedJobView, page: true, summary: 'List failed jobs of a queue' })
  failed(@Param('name') name: string, @Query() query: FailedJobQuery) {
    return this.queues.failed(name, query);
  }

  @Post(':name/failed/retry')
  @ApiParam(NAME)
  @Endpoint(queues, {
    returns: RetriedJobs,
    status: 202,
    action: 'retried',
    summary: 'Retry failed jobs of a queue',
  })
  retry(@Param('name') name: string, @Body() body: RetryJobs) {
    return this.queues.retry(name, body);
  }
}

import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiParam, Endpoint } from '../../../platform/index.js';
import { CheckpointQuery, CheckpointView, SigningKeyView } from './checkpoint.dto.js';
import { checkpoints, CHECKPOINT_NUMBER } from './checkpoint.resource.js';
import { CheckpointsService } from './checkpoints.service.js';

@Controller('v1/guard/audit-logs/checkpoints')
export class CheckpointsController {
  constructor(private readonly checkpoints: CheckpointsService) {}

  @Get()
  @Endpoint(checkpoints, {
    returns: CheckpointView,
    page: true,
    summary: 'List the signed checkpoints of the audit log',
  })
  list(@Query() query: CheckpointQuery) {
    return this.checkpoints.list(query);
  }

  @Get('key')
  @Endpoint(checkpoints, { returns: SigningKeyView, summary: 'List the signing keys of checkpoints' })
  key() {
    return this.checkpoints.key();
  }

  @Get(':number')
  @ApiParam({
    name: 'number',
    description: 'The number of the checkpoint.',
    schema: { type: 'string', pattern: CHECKPOINT_NUMBER.source },
  })
  @Endpoint(checkpoints, { returns: CheckpointView, summary: 'Show a signed checkpoint' })
  get(@Param('number') number: string) {
    return this.checkpoints.get(number);
  }
}

import { Body, Controller, Post } from '@nestjs/common';
import { ApiErrors, ApiOkResponse, ApiResponse, Endpoint } from '../platform/index.js';
import { Batch, BatchResults } from './batch.dto.js';
import { batches } from './batch.resource.js';
import { BatchService } from './batch.service.js';

const MAX_BYTES = 4 * 2 ** 20;

const EACH =
  'Each operation has its own result. Once their answers pass 16 MB, the operations that follow are not done: 400 with `too_large`.';

@Controller('v1/batch')
export class BatchController {
  constructor(private readonly batches: BatchService) {}

  @Post()
  // Those of its operations.
  @ApiErrors(404, 405, 412)
  @ApiOkResponse({ description: 'All operations are done.', type: BatchResults })
  @ApiResponse({ status: 207, description: EACH, type: BatchResults })
  @Endpoint(batches, {
    scope: null,
    // Operations count as writes, the batch does not.
    action: 'read',
    returns: BatchResults,
    status: 200,
    bodyLimit: MAX_BYTES,
    lasting: true,
    injects: true,
    inParts: ({ atomic }: Batch) => !atomic,
    dryRun: ({ dry_run }: Batch) => dry_run,
    // An operation may show one.
    holdsSecret: true,
    summary: 'Send several requests in one',
  })
  run(@Body() body: Batch) {
    return this.batches.run(body);
  }
}
